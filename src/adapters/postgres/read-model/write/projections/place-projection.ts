import { nullIfZero } from './event-projection.ts';
import { fromLatest, GIVEAWAY_ID, POSITION, ROUND, type RoundProjection } from './latest-projection.ts';

const PLACE = { place: `(e.args->>'place')::smallint` };
const TABLE = { name: 'round_place', key: { giveaway_id: GIVEAWAY_ID, round_index: ROUND, ...PLACE } };

const DECIDED = {
  winner_passport_id: 'e.passport_id',
  decided_at: 'e.mined_at',
  decided_block: 'e.block_number',
  decided_block_hash: 'e.block_hash',
  decided_transaction_hash: 'e.transaction_hash',
};

// A drawn place has no owner in its event: the passport's transfers before it, else its mint, have one.
const OWNER_THEN = `coalesce((
  select t.to_wallet from passport_transfer t
  where t.passport_id = e.passport_id and (t.block_number, t.log_index) < (e.block_number, e.log_index)
  order by t.block_number desc, t.log_index desc limit 1
), (
  select m.args->>'to' from chain_event m where m.passport_id = e.passport_id and m.name = 'PassportMinted' limit 1
))`;

const DECISIONS = [
  fromLatest(TABLE, ['PlaceDeclared'], { ...DECIDED, winner_wallet: `e.args->>'owner'` }),
  fromLatest(TABLE, ['PlaceDrawn'], {
    ...DECIDED,
    winner_wallet: OWNER_THEN,
    tickets_before: `(e.args->>'drawn')::bigint`,
    draw_total: `(e.args->>'total')::bigint`,
    draw_ticket: `(e.args->>'ticket')::bigint`,
  }),
];

const CONSEQUENCES = [
  fromLatest(TABLE, ['PlaceMetadataSet'], {
    metadata_hash: nullIfZero(`e.args->>'metadataHash'`),
    metadata_uri: `e.args->>'metadataUri'`,
    metadata_position: POSITION,
  }),
  fromLatest(TABLE, ['PlaceImageSet'], {
    image_hash: nullIfZero(`e.args->>'imageHash'`),
    image_uri: `e.args->>'imageUri'`,
    image_position: POSITION,
  }),
  fromLatest(TABLE, ['PlaceReceiptConfirmed'], {
    receipt_by: `e.args->>'by'`,
    receipt_by_provider: `(e.args->>'byProvider')::boolean`,
    receipt_at: 'e.mined_at',
    receipt_transaction_hash: 'e.transaction_hash',
  }),
  fromLatest(TABLE, ['PlaceDelivered'], { deliveries: `(e.args->>'revision')::integer` }),
];

/** Places after the first one: projected after the transfers of passports. */
export const PLACES: readonly RoundProjection[] = [
  ...DECISIONS,
  ...CONSEQUENCES,
  // The row of the round changes too, for readers that follow rounds.
  fromLatest(
    { name: 'giveaway_round', key: { giveaway_id: GIVEAWAY_ID, index: ROUND } },
    [
      'PlaceDeclared',
      'PlaceDrawn',
      'PlaceMetadataSet',
      'PlaceImageSet',
      'PlaceReceiptConfirmed',
      'PlaceDelivered',
    ],
    { places_position: POSITION },
  ),
];
