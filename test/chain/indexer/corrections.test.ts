import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { id } from 'ethers';
import { mintItem } from '../../support/chain/provision.ts';
import {
  entryChange,
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
  type Contracts,
} from './contracts.ts';
import { indexerOf } from './indexing.ts';
import { openReadModel, type ReadModel } from './read-model.ts';

const DAY = 86_400;

let contracts: Contracts;
let model: ReadModel;

beforeAll(async () => {
  [contracts, model] = await Promise.all([startContracts(), openReadModel()]);
});

afterAll(async () => {
  await model.close();
  await contracts.stop();
});

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
