import { describe, expect, it, jest } from '@jest/globals';
import { id } from 'ethers';
import fc from 'fast-check';
import { createChainReads } from '../../../src/adapters/postgres/read-model/read/chain-reads.ts';
import { mintItem } from '../../support/chain/provision.ts';
import { entryChange, giveawayKey, giveawayOptions, PROVIDER, startContracts } from './contracts.ts';
import { indexerOf } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const DAY = 86_400;

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);

async function rowsOf(table: string, giveaway: string): Promise<Record<string, unknown>[]> {
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  await indexer.stop();
  const rows = ((await model.everything())[table] ?? []).map((row) => JSON.parse(row));
  return rows.filter((row) => row['giveaway_id'] === `gwy_${giveaway.slice(2)}`);
}

/** Creates a giveaway, and mints a passport for each wallet. */
async function create(name: string, owners: readonly (string | undefined)[], options: object) {
  const { hub, genesis } = contracts;
  await hub('createGiveaway', [PROVIDER, giveawayOptions(name, contracts, options)]);
  for (const [index, owner] of owners.entries())
    await hub('provision', [PROVIDER, mintItem(id(`${name} ${index}`), owner ?? '', 9)]);
  return { giveaway: giveawayKey(name), genesis };
}

const change = (giveaway: string, passport: number, amount: number, remove = false) =>
  contracts.hub('changeEntries', [giveaway, entryChange(passport, amount, { remove })]);

describe('the read model', () => {
  it('lets decided rounds keep the entries that they counted when a later round removes some', async () => {
    const { hub, mine, now, wallets } = contracts;
    const { giveaway } = await create('carried', [wallets[1], wallets[2]], {
      startTime: await now(),
      entriesCarryOver: true,
      everyDays: 2,
      activeDays: 1,
    });
    await change(giveaway, 1, 10);
    await change(giveaway, 2, 4);
    await mine(1, DAY);
    await hub('declareWinner', [giveaway, 0, 1]);
    await mine(1, DAY);
    await change(giveaway, 1, 3);
    await change(giveaway, 1, 5, true);
    await change(giveaway, 2, 4, true);

    expect(await rowsOf('giveaway_round', giveaway)).toEqual([
      expect.objectContaining({ index: 0, net_entries: 14, holders: 1, winner_passport_id: 1 }),
      expect.objectContaining({ index: 1, net_entries: -6, holders: 0 }),
    ]);
    expect(await rowsOf('entry', giveaway)).toEqual([
      expect.objectContaining({ round_index: 0, passport_id: 1, entries: 8 }),
      expect.objectContaining({ round_index: 0, passport_id: 2, entries: 0 }),
      expect.objectContaining({ round_index: 1, passport_id: 1, entries: 0 }),
    ]);
    const removals = (await rowsOf('entry_change', giveaway)).filter(({ removed }) => removed === true);
    expect(
      removals.map((row) => [row['round_index'], row['open_round'], row['amount'], row['entries']]),
    ).toEqual([
      [1, 1, 3, 0],
      [0, 1, 2, 8],
      [0, 1, 4, 0],
    ]);
    const [first, second] = removals;
    expect(first?.['op_key']).toBe(second?.['op_key']);
  });

  it('keeps every revision of a delivery', async () => {
    const { hub, mine, now, wallets } = contracts;
    const [, ann = '', asset = ''] = wallets;
    const { giveaway } = await create('delivered', [], {
      startTime: await now(),
      endTime: (await now()) + DAY,
    });
    await change(giveaway, 1, 1);
    await mine(1, DAY);
    await hub('declareWinner', [giveaway, 0, 1]);
    const deliver = (proof: string) => {
      const proofOfDelivery = { proofChainId: 1, proofTxHash: id(proof), proofUri: '' };
      const delivery = { assetContract: asset, recipient: ann, ...proofOfDelivery };
      return hub('recordPrizeDelivery', [giveaway, 0, delivery]);
    };
    const transactions = [await deliver('wrong'), await deliver('right')];

    const deliveries = await rowsOf('prize_delivery', giveaway);
    expect(deliveries).toMatchObject([
      { revision: 1, proof_transaction_hash: id('wrong'), transaction_hash: transactions[0] },
      { revision: 2, proof_transaction_hash: id('right'), transaction_hash: transactions[1] },
    ]);
    expect(await rowsOf('giveaway_round', giveaway)).toMatchObject([{ deliveries: 2 }]);
  });

  it('has rounds that were marked void', async () => {
    const { hub, mine, now, wallets } = contracts;
    const { giveaway } = await create('silent', [], {
      startTime: await now(),
      endTime: (await now()) + DAY,
      determination: 1,
      beaconMargin: 60,
    });
    await change(giveaway, 1, 2);
    await mine(1, 32 * DAY);
    const transaction = await hub('voidRound', [giveaway, 0], wallets[5]);

    expect(await rowsOf('giveaway_round', giveaway)).toMatchObject([
      {
        net_entries: 2,
        winner_passport_id: null,
        voided_by: wallets[5],
        voided_at: expect.any(String),
        voided_block: expect.any(Number),
        voided_transaction_hash: transaction,
      },
    ]);
  });
});

describe('the rounds of the read model', () => {
  const PASSPORTS = [1, 2, 3, 4];
  const COLUMNS = [
    'round.netEntries',
    'round.earlierTotal',
    'round.issuedEntries',
    'round.issuedHolders',
  ] as const;
  const COUNTED = [
    'round.index',
    'entry.leaf',
    'passport.id',
    'entry.counted',
    'entry.issued',
    'entry.entries',
  ] as const;
  const whole = fc.nat(1_000);
  const action = fc.record({ removes: fc.boolean(), passport: whole, amount: whole });
  const rounds = fc.array(fc.array(action, { maxLength: 6 }), { minLength: 3, maxLength: 4 });
  const page = { size: 100, backward: false, after: undefined, before: undefined };
  let games = 0;

  /** What the contracts say about a round, and about its entries by round and passport. */
  async function factsOf(giveaway: string, round: number) {
    const { total, ownTotal } = await contracts.view('roundOf', [giveaway, round]);
    const entries = new Map<string, number>();
    for (let issued = 0; issued <= round; issued += 1)
      for (const passport of PASSPORTS)
        entries.set(
          `${issued} ${passport}`,
          Number(await contracts.view('entriesOf', [giveaway, issued, passport])),
        );
    return { total: Number(total), ownTotal: Number(ownTotal), entries };
  }

  it.each([true, false])(
    'keep the numbers of the contracts at their close, whatever later rounds remove (carry-over %j)',
    async (entriesCarryOver) => {
      const { hub, mine, now } = contracts;
      const reads = createChainReads(model.sql);
      await fc.assert(
        fc.asyncProperty(rounds, async (played) => {
          const options = { startTime: await now(), entriesCarryOver, everyDays: 2, activeDays: 1 };
          const name = `counted ${(games += 1)}`;
          const { giveaway } = await create(
            name,
            PASSPORTS.map((index) => contracts.wallets[index]),
            options,
          );
          const giveawayId = `gwy_${giveaway.slice(2)}`;
          const atClose: Awaited<ReturnType<typeof factsOf>>[] = [];
          for (const [index, actions] of played.entries()) {
            for (const { removes, passport, amount } of actions) {
              const owner = PASSPORTS[passport % PASSPORTS.length] ?? 1;
              // A removal of more than the passport has is refused.
              await change(giveaway, owner, 1 + (amount % 9), removes).catch(() => undefined);
            }
            atClose.push(await factsOf(giveaway, index));
            await mine(1, DAY);
            for (const passport of PASSPORTS)
              await hub('declareWinner', [giveaway, index, passport]).catch(() => undefined);
            await mine(1, DAY);
          }
          await rowsOf('entry', giveaway);
          for (const [index, { total, ownTotal, entries }] of atClose.entries()) {
            const [row] = await reads.read('round', [[giveawayId, index]], COLUMNS);
            const [net, earlier, issued, holders] = (row ?? []).slice(1).map(Number);
            const own = [...entries].filter(([key]) => key.startsWith(`${index} `));
            expect([Number(net) + Number(earlier), issued, holders]).toEqual([
              total,
              ownTotal,
              own.filter(([, count]) => count > 0).length,
            ]);
            const listed = await reads.read('countedEntriesOfRound', [[giveawayId, index]], COUNTED, page);
            const counted = listed.map((cells) => cells.slice(1).map(Number));
            expect(counted).toEqual(counted.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
            const isCounted = (round: number) => entriesCarryOver || round === index;
            expect(
              new Map(
                counted
                  .filter(([, , , n]) => n !== 0)
                  .map(([round, , passport, n]) => [`${round} ${passport}`, n]),
              ),
            ).toEqual(
              new Map([...entries].filter(([key, n]) => n > 0 && isCounted(Number(key.split(' ')[0])))),
            );
            for (const [round = 0, , passport, , issuedEntries] of counted)
              expect(issuedEntries).toBe(atClose[round]?.entries.get(`${round} ${passport}`));
          }
        }),
        { numRuns: process.env['DATABASE_URL'] ? 12 : 5, endOnFailure: true },
      );
      // The games contain what they are about.
      const late = 'select from entry_change where open_round > round_index limit 1';
      const found = await model.sql.query({ name: '', text: late }, []);
      if (entriesCarryOver) expect(found).toHaveLength(1);
    },
  );
});
