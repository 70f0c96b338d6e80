import type { SqlEntityManager } from '@mikro-orm/sql';
import {
  deliveryRow,
  drawn,
  DRAWN,
  entryRow,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  roundRow,
  WALLETS,
} from './read-model.ts';

/** The numbers of giveaways with several places, by the case that each one shows. */
export const PLACES = {
  /** Two winners and an alternate, all drawn; the prizes of the second winner and of the alternate are delivered. */
  drawn: 11,
  /** Three winners, of which one is drawn; two more passports have entries. */
  drawing: 12,
  /** Three winners, but only two passports with entries: the prize of one is delivered. */
  few: 13,
  /** Two winners that the provider declares, and one declared. */
  declared: 14,
} as const;

/** The row of a place after the first one. */
export function placeRow(number: number, index: number, place: number, passportId: number, fields = {}) {
  return {
    giveaway_id: giveawayIdOf(number),
    round_index: index,
    place,
    winner_passport_id: passportId,
    winner_wallet: WALLETS[passportId % 4] ?? null,
    decided_at: '2026-02-01T00:02:30Z',
    decided_block: 78,
    decided_block_hash: hashOf(780),
    decided_transaction_hash: hashOf(781),
    tickets_before: null,
    draw_total: null,
    draw_ticket: null,
    metadata_hash: null,
    metadata_uri: null,
    metadata_position: null,
    image_hash: null,
    image_uri: null,
    image_position: null,
    receipt_by: null,
    receipt_by_provider: null,
    receipt_at: null,
    receipt_transaction_hash: null,
    deliveries: 0,
    ...fields,
  };
}

/** Adds giveaways with several places to the read model that `seedSummer` has filled. */
export async function seedPlaces(em: SqlEntityManager): Promise<void> {
  const { drawn: all, drawing, few, declared } = PLACES;
  const closed = { end_time: '2026-02-01T00:00:00Z' };
  await insert(em, 'giveaway', [
    { ...giveawayRow(all, { ...DRAWN, ...closed }), winners: 2, alternates: 1 },
    { ...giveawayRow(drawing, { ...DRAWN, ...closed }), winners: 3, alternates: 0 },
    { ...giveawayRow(few, { ...DRAWN, ...closed }), winners: 3, alternates: 0 },
    { ...giveawayRow(declared, closed), winners: 2, alternates: 0 },
  ]);
  const held = { net_entries: 10, holders: 3 };
  await insert(em, 'giveaway_round', [
    roundRow(all, 0, { ...held, ...drawn(2, 10, 4) }),
    roundRow(drawing, 0, { ...held, ...drawn(2, 10, 4) }),
    roundRow(few, 0, { net_entries: 9, holders: 2, ...drawn(1, 9, 8) }),
  ]);
  await insert(em, 'giveaway_round', [
    roundRow(declared, 0, {
      ...held,
      winner_passport_id: 3,
      winner_wallet: WALLETS[3],
      decided_at: '2026-02-01T00:02:00Z',
      decided_block: 77,
      decided_block_hash: hashOf(770),
      decided_transaction_hash: hashOf(771),
    }),
  ]);
  const ticket = (before: number, total: number, drawnTicket: number) => ({
    tickets_before: before,
    draw_total: total,
    draw_ticket: drawnTicket,
  });
  await insert(em, 'round_place', [
    placeRow(all, 0, 2, 3, { ...ticket(2, 1, 0), deliveries: 1 }),
    placeRow(all, 0, 1, 1, {
      ...ticket(1, 3, 2),
      metadata_hash: hashOf(5_001),
      metadata_uri: 'ipfs://places/1',
      metadata_position: '{80,1}',
      image_hash: hashOf(5_002),
      image_uri: 'https://img.example.com/place.png',
      image_position: '{79,1}',
      receipt_by: WALLETS[1],
      receipt_by_provider: false,
      receipt_at: '2026-02-02T00:00:00Z',
      receipt_transaction_hash: hashOf(5_003),
      deliveries: 2,
    }),
    placeRow(few, 0, 1, 2, { ...ticket(1, 4, 1), deliveries: 0 }),
  ]);
  const delivery = (place: number, revision: number, block: number, fields = {}) => ({
    ...deliveryRow(all, 0, revision, { block_number: block, ...fields }),
    place,
  });
  await insert(em, 'place_delivery', [
    delivery(1, 1, 94, { proof_transaction_hash: hashOf(5_010), transaction_hash: hashOf(5_011) }),
    delivery(1, 2, 95, { proof_transaction_hash: hashOf(5_012), transaction_hash: hashOf(5_013) }),
    delivery(2, 1, 96, { proof_transaction_hash: hashOf(5_014), transaction_hash: hashOf(5_015) }),
  ]);
  await insert(em, 'place_delivery_check', [
    {
      giveaway_id: giveawayIdOf(all),
      round_index: 0,
      place: 1,
      delivery_transaction_hash: hashOf(5_013),
      revision: 2,
      begun_at: '2026-02-03T01:00:00Z',
      verdict: 'VERIFIED',
      settled_at: '2026-02-03T01:00:00Z',
      transfer: JSON.stringify({
        amount: '25',
        tokenId: null,
        from: WALLETS[0],
        sender: WALLETS[0],
        byProvider: true,
        at: '2026-02-02T23:00:00Z',
      }),
    },
  ]);
  await insert(em, 'entry', [
    ...[all, drawing].flatMap((number) =>
      [7, 2, 1].map((entries, leaf) => entryRow(number, 0, leaf, leaf + 1, entries)),
    ),
    entryRow(few, 0, 0, 1, 4),
    entryRow(few, 0, 1, 2, 5),
    // A removal left it without entries.
    entryRow(few, 0, 2, 3, 0),
    entryRow(declared, 0, 0, 3, 5),
  ]);
}
