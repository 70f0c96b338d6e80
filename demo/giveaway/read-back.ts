import { graphql, URL_OF_METRICS } from '../gateway.ts';
import { eventually, expectThat, step, tell } from '../tell.ts';
import type { DemoGiveaway } from './create.ts';
import type { Draw } from './draw.ts';

interface Round {
  readonly index: number;
  readonly state: string;
  readonly entriesCounted: number;
  readonly holdersIssued: number;
  readonly winner: { readonly passportId: number; readonly wallet: string } | null;
  readonly receipt: { readonly byProvider: boolean } | null;
  readonly delivery: { readonly revision: number; readonly recipient: string } | null;
  readonly deliveries: { readonly nodes: readonly { readonly revision: number }[] };
  readonly entries: {
    readonly nodes: readonly {
      readonly entries: number;
      readonly passport: { readonly passportId: number; readonly owner: string };
    }[];
  };
}
interface DrawProof {
  readonly beaconRound: number;
  readonly total: number;
  readonly ticket: number;
  readonly winner: { readonly passport: { readonly passportId: number } };
  readonly transactionHash: string;
}

const GIVEAWAY = `query ($id: ID!) {
  giveaway(id: $id) {
    giveawayId
    rounds(first: 10) {
      nodes {
        index state entriesCounted holdersIssued
        winner { passportId wallet }
        receipt { byProvider }
        delivery { revision recipient }
        deliveries(first: 5) { nodes { revision } }
        entries(first: 3) { nodes { entries passport { passportId owner } } }
      }
    }
  }
}`;
const PROOF = `query ($giveaway: ID!, $round: Int!) {
  drawProof(giveaway: $giveaway, round: $round) {
    beaconRound total ticket transactionHash winner { passport { passportId } }
  }
}`;

/** Reads the results through GraphQL, without a credential. */
export async function readBack(
  { id, externalId }: DemoGiveaway,
  draws: readonly Draw[],
  lastBlock: number,
): Promise<void> {
  step('Reading it back by GraphQL: giveaway → rounds → entries → passports');
  await eventually(`the read model should reach block ${lastBlock}`, () => reached(lastBlock));
  const { giveaway } = await graphql<{
    giveaway: { giveawayId: string; rounds: { nodes: readonly Round[] } } | null;
  }>(GIVEAWAY, { id });
  const rounds = giveaway?.rounds.nodes ?? [];
  expectThat(giveaway?.giveawayId === externalId, 'the giveaway should bear its identifier');
  expectThat(rounds.length === draws.length, `there should be ${draws.length} rounds`);
  for (const [place, round] of rounds.entries()) compare(round, draws[place]);

  step('Reading how the winners were drawn: drawProof');
  for (const { round, passportId } of draws) {
    const { drawProof } = await graphql<{ drawProof: DrawProof | null }>(PROOF, { giveaway: id, round });
    expectThat(
      BigInt(drawProof?.winner.passport.passportId ?? 0) === passportId,
      'the proof should name the winner',
    );
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

/** Whether the read model has indexed a block, by the gateway's metrics: a public answer might be cached. */
async function reached(block: number): Promise<true | undefined> {
  const metrics = await (await fetch(URL_OF_METRICS)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
  return valueOf('giveaways_chain_head_block') - valueOf('giveaways_read_model_lag_blocks') >= block
    ? true
    : undefined;
}
