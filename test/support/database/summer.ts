import type { SqlEntityManager } from '@mikro-orm/sql';
import {
  changeRow,
  deliveryRow,
  drawn,
  DRAWN,
  entryRow,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  passportRow,
  roundRow,
  setChainTime,
  WALLETS,
} from './read-model.ts';

/** The chain's time in this read model. */
export const SUMMER_NOW = '2026-02-10T12:00:00Z';

/** The numbers of the giveaways, by the case that each one shows. */
export const SUMMER = {
  /** One round: drawn, receipt confirmed, prize delivered. */
  drawn: 1,
  /** Rounds of 7 days, 5 of them active, entries carried over; entries in rounds 0 and 2 of 6. */
  carried: 2,
  /** The same without carrying over; the giveaway ends during round 3. */
  cut: 3,
  /** One round that starts later. */
  later: 4,
  /** One round that closed without entries. */
  empty: 5,
  /** One round that never closes, with 130 holders. */
  endless: 6,
} as const;

/** Fills the read model with giveaways in all states; passports 1 to 140 have entries in some of them. */
export async function seedSummer(em: SqlEntityManager): Promise<void> {
  const { drawn: one, carried, cut, later, empty, endless } = SUMMER;
  const rolling = { every_days: 7, active_days: 5 };
  await setChainTime(em, SUMMER_NOW);
  await insert(em, 'public_text', [
    texts(5_000, { title: 'Summer', description: 'A bicycle.', image: '' }),
    texts(5_001, {
      title: 'Round 1',
      description: '',
      itemImage: 'ipfs://item',
      winnerImage: 'ipfs://winner',
    }),
  ]);
  await insert(em, 'giveaway', [
    giveawayRow(one, {
      ...DRAWN,
      end_time: '2026-02-01T00:00:00Z',
      requires_handshake: true,
      provider_pays_receipt_gas: true,
      metadata_hash: hashOf(5_000),
      metadata_uri: 'ipfs://summer',
    }),
    giveawayRow(carried, { ...DRAWN, ...rolling, entries_carry_over: true }),
    giveawayRow(cut, { ...rolling, end_time: '2026-01-23T00:00:00Z' }),
    giveawayRow(later, { start_time: '2026-06-01T00:00:00Z', end_time: '2026-07-01T00:00:00Z' }),
    giveawayRow(empty, { end_time: '2026-01-02T00:00:00Z' }),
    giveawayRow(endless),
  ]);
  await insert(em, 'giveaway_round', [
    roundRow(one, 0, {
      net_entries: 10,
      holders: 3,
      ...drawn(2, 10, 4),
      metadata_hash: hashOf(5_001),
      metadata_uri: 'ipfs://summer/0',
      image_hash: hashOf(5_002),
      image_uri: 'https://img.example.com/0.png',
      metadata_place: '{78,1}',
      image_place: '{78,3}',
      receipt_by: WALLETS[2],
      receipt_by_provider: true,
      receipt_at: '2026-02-02T00:00:00Z',
      receipt_transaction_hash: hashOf(5_003),
      deliveries: 2,
    }),
  ]);
  await insert(em, 'prize_delivery', [
    deliveryRow(one, 0, 1, {
      proof_transaction_hash: hashOf(5_006),
      recorded_at: '2026-02-02T12:00:00Z',
      transaction_hash: hashOf(5_007),
    }),
    deliveryRow(one, 0, 2),
  ]);
  await insert(em, 'giveaway_round', [
    // Inserted in reverse order, so that no response is in the right order by chance.
    roundRow(endless, 0, { net_entries: 130, holders: 130 }),
    roundRow(cut, 2, { net_entries: 0, holders: 0 }),
    roundRow(carried, 2, { net_entries: 4, holders: 1 }),
    roundRow(cut, 0, { net_entries: 3, holders: 1 }),
    roundRow(carried, 0, { net_entries: 5, holders: 2 }),
  ]);
  await insert(em, 'giveaway_round', [
    roundRow(cut, 1, {
      net_entries: 6,
      holders: 2,
      winner_passport_id: 1,
      winner_wallet: WALLETS[0],
      decided_at: '2026-01-20T00:00:00Z',
      decided_block: 66,
      decided_block_hash: hashOf(660),
      decided_transaction_hash: hashOf(661),
      metadata_hash: hashOf(5_001),
      image_uri: 'https://img.example.com/1.png',
      metadata_place: '{80,0}',
      image_place: '{79,9}',
    }),
  ]);
  await insert(em, 'entry', [
    entryRow(one, 0, 0, 1, 3),
    entryRow(one, 0, 1, 2, 7),
    entryRow(one, 0, 2, 3, 0),
    entryRow(carried, 0, 0, 1, 4),
    entryRow(carried, 0, 1, 3, 1),
    entryRow(carried, 2, 0, 2, 4),
    entryRow(cut, 0, 0, 1, 3),
    entryRow(cut, 1, 0, 1, 5),
    entryRow(cut, 1, 1, 2, 1),
    entryRow(cut, 2, 0, 1, 0),
    ...Array.from({ length: 130 }, (_, leaf) => entryRow(endless, 0, leaf, leaf + 11, 1)).toReversed(),
  ]);
  const ofFirst = { giveaway_id: giveawayIdOf(one), round_index: 0 };
  await insert(em, 'entry_change', [
    changeRow(10, 0, { ...ofFirst, passport_id: 1, amount: 5, entries: 5, reason_code: 65_535 }),
    changeRow(10, 3, { ...ofFirst, passport_id: 2, amount: 7, entries: 7, evidence: hashOf(5_100) }),
    changeRow(12, 1, { ...ofFirst, passport_id: 1, removed: true, amount: 3, entries: 2 }),
    changeRow(13, 0, { ...ofFirst, passport_id: 1, amount: 1, entries: 3 }),
    changeRow(14, 0, { ...ofFirst, passport_id: 3, amount: 2, entries: 2 }),
    changeRow(15, 0, { ...ofFirst, passport_id: 3, removed: true, amount: 2, entries: 0 }),
  ]);
  await insert(em, 'passport', [
    passportRow(1, { max_transfers: 1, transfers_used: 1 }),
    passportRow(2, { max_transfers: 0 }),
    passportRow(3, { transfers_used: 2 }),
    ...Array.from({ length: 137 }, (_, index) => passportRow(index + 4)),
  ]);
  await insert(em, 'passport_transfer', [
    transfer(20, 4, 1, WALLETS[3], WALLETS[1]),
    transfer(21, 0, 3, WALLETS[0], WALLETS[1]),
    transfer(22, 0, 3, WALLETS[1], WALLETS[3]),
  ]);
}

function texts(number: number, texts: Readonly<Record<string, string>>) {
  return { hash: hashOf(number), texts: JSON.stringify(texts) };
}

function transfer(block: number, logIndex: number, passportId: number, from: string, to: string) {
  return {
    block_number: block,
    log_index: logIndex,
    passport_id: passportId,
    from_wallet: from,
    to_wallet: to,
    transferred_at: '2026-01-09T00:00:00Z',
    transaction_hash: hashOf(6_000 + block),
  };
}
