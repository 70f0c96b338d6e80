import { beforeAll, expect, it, jest } from '@jest/globals';
import { LaneLost } from '../../src/adapters/ports/lane-store.ts';
import type { ProjectionStep } from '../../src/adapters/ports/projection.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { playChain, type ChainAction, type ChainModel } from '../chain/indexer/projection/chain-model.ts';
import { createChance, type Chance } from './clock/chance.ts';
import { databaseSide, memorySide, type Side } from './database/both-stores.ts';
import { createCalls } from './database/random-calls.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const CALLS = 600;
const ROUNDS = 12;
const SOURCE = { chainId: 31_337, hubs: [{ hubIndex: 0, hub: 'hub', startBlock: 1 }] };
const LEASE_MS = 600_000;
const LANE = { signer: 'signer a', owner: 'nobody', fence: 0 };
const DAY = 86_400;

const opened = sharedByTests(openTestDatabase);
let sides: readonly Side[];

beforeAll(async () => {
  sides = [memorySide(), databaseSide(opened.database.sql)];
});

/** What a side answers, or why it refuses. */
async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { response: (await call) ?? null };
  } catch (error) {
    if (error instanceof LaneLost) return { refused: 'LaneLost' };
    if (error instanceof Error && /duplicate key/.test(error.message)) return { refused: 'duplicate' };
    throw error;
  }
}

it('keeps in memory what the statements of lanes and operations keep in the database', async () => {
  const calls = createCalls(createChance(1));
  const made = new Set<string>();
  for (let count = 0; count < CALLS; count += 1) {
    const call = calls.next();
    const [memory, database] = await Promise.all(sides.map((side) => outcomeOf(call.make(side))));
    expect({ count, name: call.name, outcome: memory }).toEqual({
      count,
      name: call.name,
      outcome: database,
    });
    made.add(call.name);
  }
  expect(made.size).toBe(calls.names.length);
});

it('keeps in memory the blocks and events that the projection keeps in the database', async () => {
  const chance = createChance(2);
  for (const { projection } of sides) {
    await projection.open('writer', SOURCE);
    await projection.claim('writer', LEASE_MS);
  }
  const actions: (ChainAction & { readonly branch: number })[] = [];
  let projected = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let branch = actions.length > 0 && chance.is(0.5) ? chance.whole(1, 8) : 0;
    // A block's hash does not tell its events: whole blocks are replaced.
    while (branch > 0 && actions.at(-branch)?.newBlock !== true) branch += 1;
    const added = Array.from({ length: 12 }, (_, index) => {
      const action = actionOf(chance);
      return { ...action, newBlock: action.newBlock || index === 0, branch: round };
    });
    actions.splice(actions.length - branch, branch, ...added);
    const chain = playChain(actions);
    const after = await findCommon(chain);
    const step = await stepOf(chain, after, chance.is(0.2));
    projected = step.through;
    await expectSame(({ projection }) => projection.apply('writer', step));
    await expectSame(async ({ projection }) => {
      const { caughtUpMsAgo: _ago, ...cursor } = await projection.cursor();
      return cursor;
    });
    await expectSame(({ projection }) => projection.blocks(5));
    await expectSame(({ projection }) => projection.blocks(3, projected - 1));
    await expectSame(({ laneStore }) => laneStore.nextBlock());
    await expectSame(async ({ laneStore }) =>
      (await laneStore.effects(LANE, tracesOf(chain))).map((effect) => JSON.stringify(effect)).toSorted(),
    );
  }
  await expectSame(({ projection }) => projection.claim('other', LEASE_MS));
  await expectSame(({ projection }) => projection.release('writer'));
  await expectSame(({ projection }) => projection.claim('other', LEASE_MS));
  expect(projected).toBeGreaterThan(ROUNDS);
});

async function expectSame(query: (side: Side) => Promise<unknown>): Promise<void> {
  const [memory, database] = await Promise.all(sides.map((side) => outcomeOf(query(side))));
  expect(memory).toEqual(database);
}

function actionOf(chance: Chance): ChainAction {
  const kinds = [
    'create',
    'mint',
    'mint',
    'issue',
    'issue',
    'remove',
    'transfer',
    'decide',
    'describe',
    'deliver',
  ] as const;
  return {
    kind: chance.of(kinds),
    who: chance.whole(0, 5),
    what: chance.whole(0, 5),
    amount: chance.whole(1, 6),
    newBlock: chance.is(0.4),
  };
}

/** The last stored block that the chain still has. */
async function findCommon({ blocks }: ChainModel): Promise<number> {
  const stored = await sides[0]!.projection.blocks(100);
  return stored.find(({ number, hash }) => blocks[number - 1]?.hash === hash)?.number ?? 0;
}

async function stepOf(
  { blocks, events }: ChainModel,
  after: number,
  isOutdated: boolean,
): Promise<ProjectionStep> {
  const { version } = await sides[0]!.projection.cursor();
  const through = blocks.length;
  return {
    version: isOutdated ? version - 1 : version,
    after,
    through,
    blocks: blocks.slice(after).map((block) => ({ ...block, timestamp: timeOf(block.number) })),
    events: events
      .filter(({ blockNumber }) => blockNumber > after)
      .map((event) => ({ ...event, timestamp: timeOf(event.blockNumber) })),
    head: { number: through, timestamp: 1_000, confirmedNumber: through, finalizedNumber: through - 5 },
  };
}

/** The first blocks are older than effects are looked for. */
const timeOf = (number: number) => Math.floor(Date.now() / 1_000) - (number < 5 ? 40 : 1) * DAY + number;

/** Questions for the effects of the events, and for some that are not there. */
function tracesOf({ events }: ChainModel) {
  return events.slice(-20).map(({ args, name, passportId, giveawayKey }, index) => ({
    id: `trace ${index}`,
    opKey: (args['opKey'] as string | undefined) ?? `0x${index}`,
    ...(passportId !== null && { passportId: Number(passportId) }),
    ...(giveawayKey !== null &&
      index % 2 === 0 && { giveaway: giveawayKey, event: name, round: Number(args['round'] ?? 0) }),
  }));
}
