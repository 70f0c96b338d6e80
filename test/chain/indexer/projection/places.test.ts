import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import fc from 'fast-check';
import { signRound } from '../../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { mintItem } from '../../../support/chain/provision.ts';
import {
  BEACON_SECRET,
  entryChange,
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
} from '../contracts.ts';
import { indexerOf, reindexed } from '../indexing.ts';
import { openReadModel } from '../read-model.ts';
import { sharedByTests } from '../../../support/shared-by-tests.ts';

const DAY = 86_400;
const PASSPORTS = [1, 2, 3, 4];

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);

beforeAll(async () => {
  for (const passport of PASSPORTS)
    await contracts.hub('provision', [PROVIDER, mintItem(id(`passport ${passport}`), ownerOf(passport), 9)]);
});

beforeEach(() => model.empty());

const ownerOf = (passport: number) => contracts.wallets[passport] as string;

async function rowsOf(table: string, giveaway: string): Promise<Record<string, unknown>[]> {
  const indexer = indexerOf(contracts, model);
  await indexer.once();
  await indexer.stop();
  const rows = ((await model.everything())[table] ?? []).map((row) => JSON.parse(row));
  const ofGiveaway = `gwy_${giveaway.slice(2)}`;
  return rows.filter((row) => [row['giveaway_id'], row['id']].includes(ofGiveaway));
}

/** Creates a giveaway with places, in rounds of a day every two days. */
async function create(
  name: string,
  { winners, alternates, ...options }: { winners: number; alternates: number } & Record<string, unknown>,
): Promise<string> {
  const rounds = { startTime: await contracts.now(), everyDays: 2, activeDays: 1, ...options };
  const values = [PROVIDER, giveawayOptions(name, contracts, rounds), winners, alternates];
  await contracts.hub('createGiveawayWithPlaces', values);
  return giveawayKey(name);
}

const issue = (giveaway: string, passport: number, amount: number) =>
  contracts.hub('changeEntries', [giveaway, entryChange(passport, amount)]);

async function signatureOf(giveaway: string, round: number): Promise<string> {
  const beaconRound = await contracts.view('beaconRoundOf', [giveaway, round]);
  return `0x${signRound(BEACON_SECRET, BigInt(beaconRound))}`;
}

const deliver = (giveaway: string, place: number, winner: number, proof = 'proof') => {
  const details = { proofChainId: 1, proofTxHash: id(proof), proofUri: '' };
  const delivery = { assetContract: ownerOf(1), recipient: ownerOf(winner), ...details };
  return place === 0
    ? contracts.hub('recordPrizeDelivery', [giveaway, 0, delivery])
    : contracts.hub('recordPlaceDelivery', [giveaway, 0, place, delivery]);
};

it('has the winner, the receipt, texts, image and deliveries of each place', async () => {
  const { hub, mine } = contracts;
  const giveaway = await create('declared places', { winners: 2, alternates: 1 });
  for (const passport of [1, 2, 3]) await issue(giveaway, passport, 5);
  await mine(1, DAY);
  for (const passport of [3, 1, 2]) await hub('declareWinner', [giveaway, 0, passport]);
  await hub('confirmPlaceReceipt', [giveaway, 0, 1], ownerOf(1));
  await hub('setPlaceMetadata', [giveaway, 0, 1, id('first texts'), id('round'), 'ipfs://first']);
  await hub('setPlaceMetadata', [giveaway, 0, 2, id('second texts'), ZeroHash, 'ipfs://second']);
  await hub('setPlaceImage', [giveaway, 0, 2, id('image'), id('pixels'), 'ipfs://image']);
  await deliver(giveaway, 0, 3);
  await deliver(giveaway, 2, 2, 'wrong');
  await deliver(giveaway, 2, 2, 'right');

  expect(await rowsOf('giveaway', giveaway)).toMatchObject([{ winners: 2, alternates: 1 }]);
  expect(await rowsOf('giveaway_round', giveaway)).toMatchObject([
    { winner_passport_id: 3, deliveries: 1, receipt_at: null, metadata_uri: null },
  ]);
  expect(await rowsOf('round_place', giveaway)).toMatchObject([
    {
      place: 1,
      winner_passport_id: 1,
      winner_wallet: ownerOf(1),
      draw_ticket: null,
      receipt_by: ownerOf(1),
      receipt_by_provider: false,
      metadata_hash: id('round'),
      metadata_uri: 'ipfs://first',
      deliveries: 0,
    },
    {
      place: 2,
      winner_passport_id: 2,
      winner_wallet: ownerOf(2),
      receipt_at: null,
      metadata_hash: null,
      metadata_uri: 'ipfs://second',
      image_hash: id('pixels'),
      image_uri: 'ipfs://image',
      deliveries: 2,
    },
  ]);
  expect(await rowsOf('prize_delivery', giveaway)).toMatchObject([{ revision: 1 }]);
  expect(await rowsOf('place_delivery', giveaway)).toMatchObject([
    { place: 2, revision: 1, proof_transaction_hash: id('wrong') },
    { place: 2, revision: 2, proof_transaction_hash: id('right') },
  ]);
});

it('has the owner at the time of the draw, which no event of a drawn place names', async () => {
  const { hub, mine, passport } = contracts;
  const giveaway = await create('sold', { winners: 4, alternates: 0, determination: 1, beaconMargin: 30 });
  for (const each of PASSPORTS) await issue(giveaway, each, 1);
  await mine(1, DAY + 120);
  await passport('transferFrom', [ownerOf(2), ownerOf(6), 2], ownerOf(2));
  await hub('drawWinner', [giveaway, 0, await signatureOf(giveaway, 0)]);
  await passport('transferFrom', [ownerOf(6), ownerOf(2), 2], ownerOf(6));

  const [round] = await rowsOf('giveaway_round', giveaway);
  const wallets = new Map(
    [round, ...(await rowsOf('round_place', giveaway))].map((row) => [
      row?.['winner_passport_id'],
      row?.['winner_wallet'],
    ]),
  );
  expect(wallets).toEqual(new Map(PASSPORTS.map((each) => [each, ownerOf(each === 2 ? 6 : each)])));
});

it('removes the places of removed blocks', async () => {
  const { hub, mine, reorg } = contracts;
  const giveaway = await create('undone', { winners: 2, alternates: 1 });
  for (const passport of PASSPORTS) await issue(giveaway, passport, 1);
  await mine(1, DAY);
  await hub('declareWinner', [giveaway, 0, 1]);
  await hub('declareWinner', [giveaway, 0, 2]);
  const before = await rowsOf('round_place', giveaway);
  await hub('declareWinner', [giveaway, 0, 3]);
  await deliver(giveaway, 1, 2);
  expect(await rowsOf('round_place', giveaway)).toHaveLength(2);

  await reorg(2, [['declareWinner', [giveaway, 0, 4]]]);
  const places = await rowsOf('round_place', giveaway);
  expect(places).toEqual([...before, expect.objectContaining({ place: 2, winner_passport_id: 4 })]);
  expect(await rowsOf('place_delivery', giveaway)).toEqual([]);
  const followed = await model.everything();
  expect(followed).toEqual(await reindexed(contracts, model));
});

it('agrees with the contracts about every place of drawn rounds', async () => {
  const { hub, mine, view } = contracts;
  const game = fc.record({
    winners: fc.integer({ min: 1, max: 4 }),
    alternates: fc.integer({ min: 1, max: 3 }),
    entriesCarryOver: fc.boolean(),
    first: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    second: fc.array(fc.nat(3), { maxLength: 4 }),
    /** The most tickets of each transaction. */
    tickets: fc.integer({ min: 1, max: 3 }),
  });
  let games = 0;
  await fc.assert(
    fc.asyncProperty(game, async ({ first, second, tickets, ...options }) => {
      const name = `drawn places ${(games += 1)}`;
      const giveaway = await create(name, { ...options, determination: 1, beaconMargin: 30 });
      for (const passport of first) await issue(giveaway, passport + 1, 2);
      await mine(1, 2 * DAY);
      for (const passport of second) await issue(giveaway, passport + 1, 3);
      await mine(1, DAY + 120);
      for (const round of [0, 1]) {
        const signature = await signatureOf(giveaway, round);
        for (let calls = 0; calls < 12; calls += 1)
          await hub('drawPlaces', [giveaway, round, signature, tickets]).catch(() => undefined);
      }

      const rounds = await rowsOf('giveaway_round', giveaway);
      const places = await rowsOf('round_place', giveaway);
      for (const index of [0, 1]) {
        const { winner, decided, isDrawing } = await view('roundOf', [giveaway, index]);
        expect(isDrawing).toBe(false);
        const winners = [Number(winner)];
        for (let place = 1; place < Number(decided); place += 1)
          winners.push(Number((await view('placeOf', [giveaway, index, place])).winner));
        const later = places.filter(({ round_index: round }) => round === index);
        const found = [rounds.find((row) => row['index'] === index), ...later];
        expect(found.map((row) => row?.['winner_passport_id'] ?? 0)).toEqual(winners);
        expect(later.map(({ place }) => place)).toEqual(later.map((_, offset) => offset + 1));
      }
    }),
    { numRuns: process.env['DATABASE_URL'] ? 15 : 6, endOnFailure: true },
  );
}, 240_000);
