import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { createRandom } from '../support/faults/fault-proxy.ts';
import type { Gateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import {
  DECIDED,
  PASSPORTS,
  startOneGateway,
  startTwoGateways,
  type ProviderSetup,
} from '../support/chain/provider-setup.ts';
import { testRounds } from './rounds-at-once.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

/** Seconds that a round needs until everybody is in. */
const ROUND = 20;
const AT_ONCE = 20;
const LONG_AGO = 1_700_000_000;

/** Moves the chain's clock where one gateway makes the time; a beacon elsewhere keeps to the real one. */
async function until({ gateways, node }: ProviderSetup, time: number): Promise<void> {
  if (gateways.length === 1) return node.advance(ROUND + DECIDED);
  await eventually(
    async () => Date.now() / 1_000,
    (now) => now > time,
    (ROUND + DECIDED) * 2_000,
  );
}

/** Everything but one is told that there is a winner; that one is the chain's. */
function expectOneWinner(responses: readonly HttpResponse[]): HttpResponse {
  const [won, ...others] = responses.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  const lost = responses.filter((response) => response !== won);
  expect(lost).toHaveLength(AT_ONCE - 1);
  for (const { status, body } of lost)
    expect({ status, error: body.error }).toMatchObject({
      status: 422,
      error: { code: 'CONTRACT_REVERT', reason: 'WINNER_ALREADY_SET', retryable: false },
    });
  return won!;
}

/** The winner as everybody is shown it. */
async function shownWinner(gateway: Gateway, id: string): Promise<number> {
  const { body } = await eventually(
    () =>
      gateway.graphql(
        'query ($id: ID!) { giveaway(id: $id) { round(index: 0) { winner { passport { passportId } } } } }',
        { id },
      ),
    (response) => response.body.data.giveaway?.round?.winner != null,
  );
  return body.data.giveaway.round.winner.passport.passportId;
}

function testWinners(stage: () => ProviderSetup): void {
  it(`exactly one of ${AT_ONCE} declarations of one round succeeds, and one of ${AT_ONCE} draws`, async () => {
    const { senders: asks, gateways, hubState: ground, node, passports } = stage();
    const newest: Json = await node.rpc.call('eth_getBlockByNumber', ['latest', false]);
    const endTime = Number(newest.timestamp) + ROUND;
    const races = ['declare-winner', 'draw-winner'] as const;
    const created = await Promise.all(
      races.map(async (giveawayId, determinationType) => {
        const giveaway = { giveawayId, startTime: LONG_AGO, endTime, determinationType };
        const { status, body } = await asks[0]!('create-giveaway', giveaway);
        expect(status).toBe(200);
        const issued = await Promise.all(
          passports.map((passportId) => asks[0]!('issue-entries', { giveawayId, passportId, amount: 1 })),
        );
        expect(new Set(issued.map((response) => response.status))).toEqual(new Set([200]));
        return body.result.id as string;
      }),
    );
    await until(stage(), endTime + DECIDED);

    const [declared, drawn] = await Promise.all(
      races.map((endpoint) =>
        Promise.all(
          Array.from({ length: AT_ONCE }, (_, place) => {
            const named = endpoint === 'declare-winner' ? { passportId: passports[place] } : {};
            return asks[place % asks.length]!(endpoint, { giveawayId: endpoint, roundIndex: 0, ...named });
          }),
        ),
      ),
    );

    const winners = [expectOneWinner(declared ?? []), expectOneWinner(drawn ?? [])];
    expect([await ground.countOf('WinnerDeclared'), await ground.countOf('WinnerDrawn')]).toEqual([1, 1]);
    for (const gateway of gateways) {
      const shown = await Promise.all(created.map((id) => shownWinner(gateway, id)));
      expect(shown).toEqual(winners.map(({ body }) => body.result.passportId));
    }
  });
}

describe('On one gateway', () => {
  const stage = sharedByTests(startOneGateway);

  testWinners(() => stage);
  // Last, since it moves the chain's clock by days.
  testRounds(() => stage);
});

const server = process.env['DATABASE_URL'];
describeWith(server, 'DATABASE_URL is not set', 'On two gateways with one PostgreSQL', (url) => {
  let database: TestDatabase | undefined;
  let stage: ProviderSetup;
  beforeAll(async () => {
    database = await createTestDatabase(url);
    stage = await startTwoGateways(database!);
  });
  afterAll(async () => {
    await stage.stop();
    await database?.drop();
  });

  it('500 issues and removals at once add up on the chain, in what is shown and in the responses', async () => {
    const { senders: asks, gateways, hubState: ground, provider: own, passports } = stage;
    const giveawayId = 'summed';
    const created = await asks[0]!('create-giveaway', {
      giveawayId,
      startTime: LONG_AGO,
      determinationType: 0,
    });
    const random = createRandom(20_261_121);
    const changes = Array.from({ length: 500 }, (_, place) => ({
      endpoint: random() < 0.5 ? 'issue-entries' : 'remove-entries',
      passportId: passports[place % PASSPORTS]!,
      amount: 1 + Math.floor(random() * 5),
    }));

    const held = new Map(passports.map((passportId) => [passportId, 0]));
    let refused = 0;
    const wait = { prefer: 'wait=60' };
    const responses = await Promise.all(
      changes.map(({ endpoint, passportId, amount }, place) =>
        asks[place % asks.length]!(endpoint, { giveawayId, passportId, amount }, wait),
      ),
    );
    for (const [place, { status, body }] of responses.entries()) {
      const { endpoint, passportId, amount } = changes[place]!;
      if (status === 200) {
        const sign = endpoint === 'issue-entries' ? 1 : -1;
        held.set(passportId, held.get(passportId)! + sign * amount);
        continue;
      }
      // A removal that found too little says so, and took nothing.
      expect({ endpoint, status, error: body.error }).toMatchObject({
        endpoint: 'remove-entries',
        status: 422,
        error: { code: 'CONTRACT_REVERT', reason: 'NOT_ENOUGH_ENTRIES', retryable: false },
      });
      refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(250);

    const onChain = await Promise.all(
      passports.map(
        async (passportId) =>
          [passportId, await ground.entriesOf(own.provider, giveawayId, passportId)] as const,
      ),
    );
    expect(new Map(onChain)).toEqual(held);
    const total = [...held.values()].reduce((sum, each) => sum + each, 0);
    // The last change on the chain, whichever it was, told the sum.
    const told = responses.filter(({ status }) => status === 200).map(({ body }) => body.result.roundTotal);
    expect(told).toContain(total);
    for (const gateway of gateways) {
      const shown = await eventually(
        () => shownEntries(gateway, created.body.result.id),
        (round) => round.total === total,
      );
      expect(shown).toEqual({ total, held: new Map([...held].filter(([, entries]) => entries > 0)) });
    }
  });

  testWinners(() => stage);
  // Last, since it moves the chain's clock by days.
  testRounds(() => stage);
});

async function shownEntries(gateway: Gateway, id: string) {
  const { body } = await gateway.graphql(
    `query ($id: ID!) { giveaway(id: $id) { round(index: 0) {
      entriesTotal entries(first: 100) { nodes { entries passport { passportId } } }
    } } }`,
    { id },
  );
  const round = body.data.giveaway?.round;
  const nodes: readonly Json[] = round?.entries.nodes ?? [];
  return {
    total: round?.entriesTotal as number,
    held: new Map<number, number>(
      nodes.flatMap(({ entries, passport }) => (entries > 0 ? [[passport.passportId, entries]] : [])),
    ),
  };
}
