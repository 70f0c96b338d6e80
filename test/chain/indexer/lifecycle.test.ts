import { expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import { signRound } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { mintItem } from '../../support/chain/provision.ts';
import {
  BEACON_PERIOD,
  BEACON_SECRET,
  entryChange,
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
} from './contracts.ts';
import { indexerOf } from './indexing.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const contracts = sharedByTests(startContracts);
const model = sharedByTests(openReadModel);

const DAY = 86_400;
const rowsOf = async (table: string) =>
  (await model.everything())[table]?.map((row) => JSON.parse(row) as Record<string, unknown>);
const at = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', '+00:00');

it('projects the events of whole giveaways to the expected rows', async () => {
  const { hub, passport, wallets, mine, now, genesis } = contracts;
  const [operator, ann, bob, other] = wallets as [string, string, string, string];
  const drawn = giveawayKey('drawn');
  const declared = giveawayKey('declared');

  await hub('createGiveaway', [
    PROVIDER,
    giveawayOptions('drawn', contracts, {
      determination: 1,
      endTime: genesis + DAY,
      beaconMargin: 60,
      requiresHandshake: true,
      providerPaysReceiptGas: true,
      metadataHash: id('texts'),
      metadataUri: 'ipfs://texts',
    }),
  ]);
  await hub('createGiveaway', [
    PROVIDER,
    giveawayOptions('declared', contracts, { everyDays: 2, activeDays: 1, entriesCarryOver: true }),
  ]);
  await hub('setProviderSigner', [PROVIDER, other, true]);
  await hub('setProviderSigner', [PROVIDER, other, false]);

  await hub('provision', [PROVIDER, mintItem(id('mint 1'), ann, 0)]);
  const entries = { giveaway: drawn, amount: 4, reasonCode: 7, evidence: id('ticket') };
  await hub('provisionBatch', [
    PROVIDER,
    [
      mintItem(id('mint 2'), bob, 2 ** 32 - 1, entries),
      mintItem(id('mint 3'), bob, 1, { ...entries, amount: 0 }),
    ],
  ]);
  await passport('transferFrom', [bob, ann, 2], bob);
  await passport('transferFrom', [ann, other, 2], ann);

  const [add, take, refused, again] = [
    entryChange(1, 10, { reasonCode: 3 }),
    entryChange(2, 4, { remove: true }),
    entryChange(9, 1),
    entryChange(1, 5),
  ];
  await hub('changeEntriesBatch', [drawn, [add, take, refused]]);
  await hub('changeEntriesBatch', [declared, [again, again]]);
  const changedAt = await now();

  await mine(1, DAY);
  const beaconRound = BigInt(Math.ceil((genesis + DAY + 60 - genesis) / BEACON_PERIOD) + 1);
  const signature = `0x${signRound(BEACON_SECRET, beaconRound)}`;
  const drawTransaction = await hub('drawWinner', [drawn, 0, signature], ann);
  const drawnAt = await now();
  const receiptTransaction = await hub('confirmReceiptByProvider', [drawn, 0]);
  const receiptAt = await now();
  const delivery = {
    assetContract: other,
    recipient: ann,
    proofChainId: 2n ** 64n - 1n,
    proofTxHash: id('proof'),
    proofUri: 'https://proof.example/1',
  };
  const deliveryTransaction = await hub('recordPrizeDelivery', [drawn, 0, delivery]);
  const deliveredAt = await now();
  await hub('declareWinner', [declared, 0, 1]);
  const declaredAt = await now();
  for (const uri of ['ipfs://first', 'ipfs://second'])
    await hub('setRoundMetadata', [
      declared,
      0,
      id(uri),
      uri === 'ipfs://first' ? id('round') : ZeroHash,
      uri,
    ]);
  await hub('setRoundImage', [declared, 0, id('image'), id('pixels'), 'ipfs://image']);

  const indexer = indexerOf(contracts, model);
  const state = await indexer.once();
  await indexer.stop();

  expect(state.head?.timestamp).toBe(await now());
  const gwy = (key: string) => `gwy_${key.slice(2)}`;
  const giveaways = await rowsOf('giveaway');
  expect(giveaways).toHaveLength(2);
  expect(giveaways).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: gwy(drawn),
        key: drawn,
        provider_key: PROVIDER,
        external_id: 'drawn',
        start_time: at(genesis),
        end_time: at(genesis + DAY),
        determination: 'ON_CHAIN_RANDOM',
        requires_handshake: true,
        provider_pays_receipt_gas: true,
        entries_carry_over: false,
        every_days: 0,
        active_days: 0,
        beacon: contracts.deployment.beacon,
        beacon_margin: 60,
        metadata_hash: id('texts'),
        metadata_uri: 'ipfs://texts',
        signer: operator,
      }),
      expect.objectContaining({
        id: gwy(declared),
        external_id: 'declared',
        end_time: null,
        determination: 'PROVIDER_DECLARED',
        requires_handshake: false,
        entries_carry_over: true,
        every_days: 2,
        active_days: 1,
        beacon: null,
        metadata_hash: null,
        metadata_uri: '',
      }),
    ]),
  );

  const rounds = await rowsOf('giveaway_round');
  expect(rounds).toHaveLength(2);
  expect(rounds?.find((row) => row['giveaway_id'] === gwy(drawn))).toMatchObject({
    index: 0,
    net_entries: 10,
    holders: 1,
    winner_passport_id: 1,
    winner_wallet: ann,
    decided_at: at(drawnAt),
    decided_transaction_hash: drawTransaction,
    beacon_round: Number(beaconRound),
    beacon_signature: signature,
    draw_total: 10,
    draw_ticket: expect.any(Number),
    randomness: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    receipt_by: operator,
    receipt_by_provider: true,
    receipt_at: at(receiptAt),
    receipt_transaction_hash: receiptTransaction,
    deliveries: 1,
    voided_at: null,
    metadata_uri: null,
  });
  expect(await rowsOf('prize_delivery')).toEqual([
    expect.objectContaining({
      giveaway_id: gwy(drawn),
      round_index: 0,
      revision: 1,
      signer: operator,
      asset_contract: other,
      recipient: ann,
      proof_transaction_hash: id('proof'),
      proof_uri: 'https://proof.example/1',
      recorded_at: at(deliveredAt),
      transaction_hash: deliveryTransaction,
    }),
  ]);
  const largest = 'select max(proof_chain_id) from prize_delivery';
  expect(await model.sql.query({ name: '', text: largest }, [])).toEqual([[String(2n ** 64n - 1n)]]);
  expect(rounds?.find((row) => row['giveaway_id'] === gwy(declared))).toMatchObject({
    index: 0,
    net_entries: 5,
    holders: 1,
    winner_passport_id: 1,
    winner_wallet: ann,
    decided_at: at(declaredAt),
    beacon_round: null,
    randomness: null,
    metadata_hash: null,
    metadata_uri: 'ipfs://second',
    image_hash: id('pixels'),
    image_uri: 'ipfs://image',
    receipt_by: null,
    deliveries: 0,
  });

  const later = 'select image_place > metadata_place from giveaway_round where image_uri is not null';
  expect(await model.sql.query({ name: '', text: later }, [])).toEqual([[true]]);

  const inDrawn = { giveaway_id: gwy(drawn), round_index: 0 };
  expect((await rowsOf('entry'))?.filter((row) => row['giveaway_id'] === gwy(drawn))).toEqual([
    { ...inDrawn, leaf: 0, passport_id: 2, entries: 0, changed_at: expect.any(String) },
    { ...inDrawn, leaf: 1, passport_id: 1, entries: 10, changed_at: expect.any(String) },
  ]);
  expect(await rowsOf('entry_change')).toEqual([
    expect.objectContaining({
      ...inDrawn,
      passport_id: 2,
      op_key: id('mint 2'),
      removed: false,
      amount: 4,
      entries: 4,
      reason_code: 7,
      evidence: id('ticket'),
      owner: bob,
      signer: operator,
    }),
    expect.objectContaining({
      ...inDrawn,
      passport_id: 1,
      op_key: add.opKey,
      amount: 10,
      entries: 10,
      reason_code: 3,
      evidence: null,
      owner: ann,
    }),
    expect.objectContaining({
      ...inDrawn,
      passport_id: 2,
      op_key: take.opKey,
      removed: true,
      amount: 4,
      entries: 0,
      owner: other,
    }),
    expect.objectContaining({
      giveaway_id: gwy(declared),
      passport_id: 1,
      op_key: again.opKey,
      amount: 5,
      changed_at: at(changedAt),
    }),
  ]);

  expect(await rowsOf('passport')).toEqual([
    expect.objectContaining({ id: 1, owner: ann, max_transfers: 0, transfers_used: 0 }),
    expect.objectContaining({ id: 2, owner: other, max_transfers: null, transfers_used: 2 }),
  ]);
  expect(await rowsOf('passport_transfer')).toEqual([
    expect.objectContaining({ passport_id: 2, from_wallet: bob, to_wallet: ann }),
    expect.objectContaining({ passport_id: 2, from_wallet: ann, to_wallet: other }),
  ]);
  const signers = await rowsOf('provider_signer');
  const facts = signers?.map((row) => [row['signer'], row['allowed'], row['active_from']] as const);
  expect(facts?.toSorted(([, one], [, another]) => Number(another) - Number(one))).toEqual([
    [operator, true, expect.stringMatching(/^2/)],
    [other, false, null],
  ]);

  const events = await rowsOf('chain_event');
  const count = (name: string) => events?.filter((event) => event['name'] === name).length;
  expect(count('EntryChangeRejected')).toBe(1);
  expect(count('OperationReplayed')).toBe(1);
  expect(count('Provisioned')).toBe(2);
  expect(count('ProvisionRejected')).toBe(1);
});

it('projects a giveaway with the longest period that the contracts accept', async () => {
  const [everyDays, activeDays] = [36_500, 36_500];
  await contracts.hub('createGiveaway', [
    PROVIDER,
    giveawayOptions('longest', contracts, { everyDays, activeDays }),
  ]);

  const indexer = indexerOf(contracts, model);
  await indexer.once();
  await indexer.stop();

  expect(await rowsOf('giveaway')).toContainEqual(
    expect.objectContaining({ external_id: 'longest', every_days: everyDays, active_days: activeDays }),
  );
});
