import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { embeddedNode, type EmbeddedNode } from '../support/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { createRandom } from '../support/fault-proxy.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Answer, Json } from '../support/http.ts';
import {
  askAs,
  groundOf,
  type AskProvider,
  type Ground,
  type SigningProvider,
} from '../support/provider-chain.ts';
import { createProviderWithSigner } from '../support/providers.ts';

const FOR_A_WHILE = 120_000;
/** Seconds that a round needs until everybody is in. */
const ROUND = 20;
const MARGIN = 30;
/** Seconds until the beacon round that decides is surely signed: the margin, and a period of the beacon. */
const DECIDED = MARGIN + 5;
const AT_ONCE = 20;
const PASSPORTS = 20;
const LONG_AGO = 1_700_000_000;

/** A provider with passports, on gateways that work on the same chain. */
interface Stage {
  readonly gateways: readonly Gateway[];
  /** By each gateway in turn. */
  readonly asks: readonly AskProvider[];
  readonly node: EmbeddedNode;
  readonly ground: Ground;
  readonly own: SigningProvider;
  readonly passports: readonly number[];
  stop(): Promise<void>;
}

async function setStage(gateways: readonly [Gateway, ...Gateway[]]): Promise<Stage> {
  const [first] = gateways;
  const node = await embeddedNode(first);
  const own = await createProviderWithSigner(first);
  const asks = gateways.map((gateway) => askAs(gateway, own.secret));
  const provisioned = await Promise.all(
    Array.from({ length: PASSPORTS }, (_, place) =>
      asks[place % asks.length]!('provision-entrant', { ownershipMode: 'managed_wallet' }),
    ),
  );
  return {
    gateways,
    asks,
    node,
    ground: groundOf(node.rpc, (await addressesOf(first)).hub),
    own,
    passports: provisioned.map(({ body }) => body.result.passportId),
    async stop() {
      // The chain is the first one's.
      for (const gateway of gateways.toReversed()) await gateway.stop();
    },
  };
}

interface Addresses {
  readonly hub: string;
  readonly passport: string;
  readonly beacon: string;
  readonly blockNumber: number;
}

async function addressesOf({ directory }: Gateway): Promise<Addresses> {
  return JSON.parse(await readFile(join(directory, 'chain', 'addresses.json'), 'utf8'));
}

async function startOne(): Promise<Stage> {
  return setStage([await startGateway({ CHAIN: 'on', CHAIN_BEACON_MARGIN: String(MARGIN) })]);
}

/** The first runs the chain and its beacon, the second works on both from outside. */
async function startTwo({ url }: TestDatabase): Promise<Stage> {
  const shared = {
    DATABASE_URL: url,
    CHAIN: 'on',
    CHAIN_BEACON_MARGIN: String(MARGIN),
    AUTH_SECRET: randomUUID(),
    KEY_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
  };
  const first = await startGateway(shared);
  const { hub, passport, beacon, blockNumber } = await addressesOf(first);
  const noted = await readFile(join(first.directory, 'chain', 'anvil.json'), 'utf8');
  const second = await startGateway({
    ...shared,
    RPC_URL: JSON.parse(noted).url,
    CHAIN_HUB: hub,
    CHAIN_PASSPORT: passport,
    CHAIN_BEACON: beacon,
    CHAIN_START_BLOCK: String(blockNumber),
    CHAIN_CONFIRMATIONS: '1',
    BEACON_URLS: `${first.url}/beacon`,
  });
  return setStage([first, second]);
}

/** Moves the chain's clock where one gateway makes the time; a beacon elsewhere keeps to the real one. */
async function until({ gateways, node }: Stage, time: number): Promise<void> {
  if (gateways.length === 1) return node.advance(ROUND + DECIDED);
  await eventually(
    async () => Date.now() / 1_000,
    (now) => now > time,
    (ROUND + DECIDED) * 2_000,
  );
}

/** Everything but one is told that there is a winner; that one is the chain's. */
function expectOneWinner(answers: readonly Answer[]): Answer {
  const [won, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  const lost = answers.filter((answer) => answer !== won);
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
    (answer) => answer.body.data.giveaway?.round?.winner != null,
  );
  return body.data.giveaway.round.winner.passport.passportId;
}

function testWinners(stage: () => Stage): void {
  it(
    `of ${AT_ONCE} declarations of one round exactly one succeeds, and of ${AT_ONCE} draws`,
    async () => {
      const { asks, gateways, ground, node, passports } = stage();
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
          expect(new Set(issued.map((answer) => answer.status))).toEqual(new Set([200]));
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
    },
    FOR_A_WHILE,
  );
}

describe('On one gateway', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startOne();
  }, FOR_A_WHILE);
  afterAll(() => stage.stop());

  testWinners(() => stage);
});

const server = process.env['DATABASE_URL'];
describeWith(server, 'DATABASE_URL is not set', 'On two gateways with one PostgreSQL', (url) => {
  let database: TestDatabase | undefined;
  let stage: Stage;
  beforeAll(async () => {
    database = await createTestDatabase(url);
    stage = await startTwo(database!);
  }, FOR_A_WHILE);
  afterAll(async () => {
    await stage.stop();
    await database?.drop();
  });

  it(
    '500 issues and removals at once add up on the chain, in what is shown and in the answers',
    async () => {
      const { asks, gateways, ground, own, passports } = stage;
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
      const answers = await Promise.all(
        changes.map(({ endpoint, passportId, amount }, place) =>
          asks[place % asks.length]!(endpoint, { giveawayId, passportId, amount }, wait),
        ),
      );
      for (const [place, { status, body }] of answers.entries()) {
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
      const told = answers.filter(({ status }) => status === 200).map(({ body }) => body.result.roundTotal);
      expect(told).toContain(total);
      for (const gateway of gateways) {
        const shown = await eventually(
          () => shownEntries(gateway, created.body.result.id),
          (round) => round.total === total,
        );
        expect(shown).toEqual({ total, held: new Map([...held].filter(([, entries]) => entries > 0)) });
      }
    },
    FOR_A_WHILE,
  );

  testWinners(() => stage);
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
