import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ProjectionStep } from '../../../../src/adapters/ports/projection.ts';
import { playChain, type ChainModel, type ChainAction } from './chain-model.ts';
import { openReadModel } from '../read-model.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const model = sharedByTests(openReadModel);

const SOURCE = { chainId: 1, hubs: [{ hubIndex: 0, hub: 'hub', startBlock: 1 }] };

/** Projects the blocks after `after`, `sizes` blocks per step in turn. */
async function project(
  { blocks, events }: ChainModel,
  after: number,
  sizes: readonly number[],
): Promise<void> {
  const last = blocks.length;
  let from = after;
  for (let turn = 0; from < last || turn === 0; turn += 1) {
    const { version } = await model.projection.cursor();
    const through = Math.min(last, from + (sizes[turn % sizes.length] ?? last));
    const step: ProjectionStep = {
      version,
      after: from,
      through,
      blocks: blocks.slice(from, through),
      events: events.filter(({ blockNumber }) => blockNumber > from && blockNumber <= through),
      head: { number: last, timestamp: 1_000, confirmedNumber: last, finalizedNumber: 0 },
    };
    expect(await model.projection.apply('test', step)).toMatchObject({ nextBlock: through + 1 });
    from = through;
  }
}

async function start(): Promise<void> {
  await model.empty();
  await model.projection.open('test', SOURCE);
  await model.projection.claim('test', 600_000);
}

const action: fc.Arbitrary<ChainAction> = fc.record({
  kind: fc.constantFrom(
    ...(['create', 'mint', 'mint', 'issue', 'issue', 'issue', 'remove', 'remove', 'transfer'] as const),
    ...(['decide', 'void', 'describe', 'deliver', 'deliver', 'signer'] as const),
  ),
  who: fc.nat(5),
  what: fc.nat(5),
  amount: fc.integer({ min: 1, max: 6 }),
  newBlock: fc.nat(2).map((number) => number === 0),
});
// The first round has two places, so that most reorganisations concern places.
const FIRST: readonly ChainAction[] = (
  ['create', 'mint', 'mint', 'issue', 'decide', 'decide', 'deliver'] as const
).map((kind, index) => ({ kind, who: index === 5 ? 3 : 0, what: 0, amount: 4, newBlock: index > 3 }));

it('gives the rows of the final chain, for any step sizes and any reorganisations', async () => {
  const branch = fc.record({
    /** The share of earlier actions that stays, in percent. */
    keep: fc.integer({ min: 0, max: 100 }),
    deeds: fc.array(action, { minLength: 1, maxLength: 30 }),
    sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(branch, { minLength: 1, maxLength: 4 }), async (branches) => {
      await start();
      let played: (ChainAction & { branch: number })[] = FIRST.map((first) => ({ ...first, branch: 0 }));
      let after = 0;
      for (const [number, { keep, deeds, sizes }] of branches.entries()) {
        const fork = Math.floor((played.length * keep) / 100);
        const keptActions = number === 0 ? played : played.slice(0, fork);
        // The new branch starts with a new block; the blocks below it stay the same.
        const added = deeds.map((next, place) => ({
          ...next,
          newBlock: next.newBlock || place === 0,
          branch: number,
        }));
        after = number === 0 ? 0 : playChain(keptActions).blocks.length;
        if (number > 0) after = sharedBlocks(playChain(played), playChain([...keptActions, ...added]));
        played = [...keptActions, ...added];
        await project(playChain(played), after, sizes);
      }
      const followed = await model.everything();

      await start();
      const chain = playChain(played);
      await project(chain, 0, [chain.blocks.length]);
      expect(followed).toEqual(await model.everything());
      await expectRowsOf(chain);
    }),
    // The server is several times as fast as the embedded database.
    { numRuns: process.env['DATABASE_URL'] ? 60 : 12, endOnFailure: true },
  );
}, 120_000);

/** The number of blocks that two chains share, with the same events. */
function sharedBlocks(before: ChainModel, now: ChainModel): number {
  const text = ({ events }: ChainModel, number: number) =>
    JSON.stringify(events.filter(({ blockNumber }) => blockNumber === number));
  let shared = 0;
  while (
    before.blocks[shared]?.hash !== undefined &&
    before.blocks[shared]?.hash === now.blocks[shared]?.hash &&
    text(before, shared + 1) === text(now, shared + 1)
  )
    shared += 1;
  return shared;
}

const inOrder = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(' ')).toSorted();

/** Compares the rows with the model's own state. */
async function expectRowsOf(chain: ChainModel): Promise<void> {
  await expectEntriesOf(chain);
  await expectPlacesOf(chain);
}

const select = (text: string) => model.sql.query({ name: '', text }, []);

async function expectEntriesOf({ entries, net, owners }: ChainModel): Promise<void> {
  const entryRows = await select('select giveaway_id, round_index, passport_id, entries from entry');
  const expected = [...entries].map(([holder, count]) => {
    const [key, round, passport] = holder.split(' ') as [string, string, string];
    return [`gwy_${key.slice(2)}`, round, passport, String(count)];
  });
  expect(inOrder(entryRows)).toEqual(inOrder(expected));

  const holders = await select('select giveaway_id, index, holders from giveaway_round where holders > 0');
  const byRound = Map.groupBy(
    expected.filter(([, , , count]) => count !== '0'),
    ([giveaway, round]) => `${giveaway} ${round}`,
  );
  expect(inOrder(holders)).toEqual(
    inOrder([...byRound].map(([group, rows]) => [group, String(rows.length)])),
  );
  const sums = await select(
    'select giveaway_id, index, net_entries from giveaway_round where net_entries <> 0',
  );
  const expectedSums = [...net].flatMap(([group, sum]) =>
    sum === 0 ? [] : [[`gwy_${group.slice(2)}`, String(sum)]],
  );
  expect(inOrder(sums)).toEqual(inOrder(expectedSums));
  const owned = await select('select id, owner from passport order by id');
  expect(owned).toEqual([...owners]);
}

async function expectPlacesOf({ places, delivered, events }: ChainModel): Promise<void> {
  const rows = await select(`
    select giveaway_id, round_index, place, winner_passport_id, winner_wallet, deliveries, (
      select count(*) from place_delivery d
      where (d.giveaway_id, d.round_index, d.place) = (p.giveaway_id, p.round_index, p.place)
    )
    from round_place p`);
  const expected = [...places].map(([place, winner]) => {
    const revision = delivered.get(place) ?? 0;
    return [`gwy_${place.slice(2)}`, winner, revision, revision];
  });
  expect(inOrder(rows)).toEqual(inOrder(expected));
  const counts = await select('select key, winners, alternates from giveaway');
  const stated = new Map(
    events.flatMap(({ name, giveawayKey, args }) =>
      name === 'PlacesSet' ? [[giveawayKey, [args['winners'], args['alternates']]]] : [],
    ),
  );
  expect(counts.map(([key, ...counted]) => [key, counted.map(Number)])).toEqual(
    counts.map(([key]) => [key, stated.get(String(key)) ?? [1, 0]]),
  );
}
