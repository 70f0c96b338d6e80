import { DrawProof } from '@giveaway-gateway/client/documents';
import { ReadBack, type ReadBackQuery } from '../documents/generated.ts';
import { graphql, URL_OF_METRICS } from '../gateway.ts';
import { eventually, expectThat, step, tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import type { Draw } from './draw.ts';

type Round = NonNullable<ReadBackQuery['giveaway']>['rounds']['nodes'][number];

/** Reads the results through GraphQL, without a credential. */
export async function readBack(
  { id, externalId }: DemoGiveaway,
  draws: readonly Draw[],
  lastBlock: number,
): Promise<void> {
  step('Reading it back by GraphQL: giveaway → rounds → entries → passports');
  await eventually(`the read model should reach block ${lastBlock}`, () => reached(lastBlock));
  const { giveaway } = await graphql(ReadBack, { id });
  const rounds = giveaway?.rounds.nodes ?? [];
  expectThat(giveaway?.giveawayId === externalId, 'the giveaway should bear its identifier');
  expectThat(rounds.length === draws.length, `there should be ${draws.length} rounds`);
  for (const [place, round] of rounds.entries()) compare(round, draws[place]);

  step('Reading how the winners were drawn: drawProof');
  for (const { round, passportId } of draws) {
    const { drawProof } = await graphql(DrawProof, { giveaway: id, round });
    expectThat(BigInt(drawProof?.winner.passportId ?? 0) === passportId, 'the proof should name the winner');
    tell(
      `round ${round + 1}  ticket ${drawProof?.ticket} of ${drawProof?.total}, beacon round ${drawProof?.beaconRound}`,
    );
    tell(`         transaction ${drawProof?.transactionHash}`);
  }
}

function compare(round: Round, draw: Draw | undefined): void {
  const { index, state, entriesCounted, holdersIssued, winner, receipt, delivery, deliveries, entries } =
    round;
  const name = `round ${index + 1}`;
  expectThat(state === 'DECIDED', `${name} should be decided, but it is ${state}`);
  expectThat(entriesCounted === draw?.total, `${name} should count ${draw?.total} entries`);
  expectThat(BigInt(winner?.passportId ?? 0) === draw?.passportId, `${name} should have its winner`);
  expectThat(receipt?.byProvider === true, `the receipt of ${name} should be confirmed by the provider`);
  expectThat(delivery?.recipient === winner?.wallet, `the prize of ${name} should go to its winner`);
  const revisions = deliveries.nodes.map(({ revision }) => revision).join();
  expectThat(delivery?.revision === 2 && revisions === '1,2', `${name} should show both deliveries`);
  tell(
    `${name}  ${state}, ${entriesCounted} entries count, ${holdersIssued} passports got some in the round itself`,
  );
  for (const { entries: held, passport } of entries.nodes)
    tell(`         passport ${passport.passportId} holds ${held}, owned by ${passport.owner}`);
  tell(`         … won by passport ${winner?.passportId} of ${winner?.wallet}`);
}

/** Whether the read model has indexed a block, by the gateway's metrics: a public response might be cached. */
async function reached(block: number): Promise<true | undefined> {
  const metrics = await (await fetch(URL_OF_METRICS)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  return valueOf('giveaways_chain_head_block') - valueOf('giveaways_read_model_lag_blocks') >= block
    ? true
    : undefined;
}
