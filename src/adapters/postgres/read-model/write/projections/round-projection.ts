import { nullIfZero } from './event-projection.ts';
import { fromLatest, GIVEAWAY_ID, POSITION, ROUND, type RoundProjection } from './latest-projection.ts';

const TABLE = { name: 'giveaway_round', key: { giveaway_id: GIVEAWAY_ID, index: ROUND } };

const DECIDED = {
  winner_passport_id: 'e.passport_id',
  winner_wallet: `e.args->>'owner'`,
  decided_at: 'e.mined_at',
  decided_block: 'e.block_number',
  decided_block_hash: 'e.block_hash',
  decided_transaction_hash: 'e.transaction_hash',
};

/** Everything about rounds and their first places except the entries; the latest event of a kind counts. */
export const ROUNDS: readonly RoundProjection[] = [
  fromLatest(TABLE, ['WinnerDeclared'], DECIDED),
  fromLatest(TABLE, ['WinnerDrawn'], {
    ...DECIDED,
    beacon_round: `(e.args->>'beaconRound')::numeric`,
    beacon_signature: `e.args->>'signature'`,
    randomness: `e.args->>'randomness'`,
    draw_total: `(e.args->>'total')::bigint`,
    draw_ticket: `(e.args->>'ticket')::bigint`,
  }),
  fromLatest(TABLE, ['RoundMetadataSet'], {
    metadata_hash: nullIfZero(`e.args->>'metadataHash'`),
    metadata_uri: `e.args->>'metadataUri'`,
    metadata_place: POSITION,
  }),
  fromLatest(TABLE, ['RoundImageSet'], {
    image_hash: nullIfZero(`e.args->>'imageHash'`),
    image_uri: `e.args->>'imageUri'`,
    image_place: POSITION,
  }),
  fromLatest(TABLE, ['ReceiptConfirmed'], {
    receipt_by: `e.args->>'by'`,
    receipt_by_provider: `(e.args->>'byProvider')::boolean`,
    receipt_at: 'e.mined_at',
    receipt_transaction_hash: 'e.transaction_hash',
  }),
  fromLatest(TABLE, ['RoundVoided'], {
    voided_at: 'e.mined_at',
    voided_block: 'e.block_number',
    voided_by: `e.args->>'by'`,
    voided_transaction_hash: 'e.transaction_hash',
  }),
  fromLatest(TABLE, ['PrizeDelivered'], { deliveries: `(e.args->>'revision')::integer` }),
];
