import type { Statement } from '../../connection/sql.ts';
import { giveawayIdSql, nullIfZero, OF_BLOCKS, type EventProjection } from './event-projection.ts';

/** A projection that can also be repeated for some rounds, from all their events. */
export interface RoundProjection extends EventProjection {
  /** For the rounds of $1: a JSON array of {giveaway_key, round}. */
  readonly ofRounds: Statement;
}

const DECIDED = {
  winner_passport_id: 'e.passport_id',
  winner_wallet: `e.args->>'owner'`,
  decided_at: 'e.mined_at',
  decided_block: 'e.block_number',
  decided_block_hash: 'e.block_hash',
  decided_transaction_hash: 'e.transaction_hash',
};

/** The position of an event on the chain; it sorts in the order of the chain. */
const POSITION = 'array[e.block_number, e.log_index]::bigint[]';

/** Everything about rounds except their entries; the latest event of a kind counts. */
export const ROUNDS: readonly RoundProjection[] = [
  fromLatest('WinnerDeclared', DECIDED),
  fromLatest('WinnerDrawn', {
    ...DECIDED,
    beacon_round: `(e.args->>'beaconRound')::numeric`,
    beacon_signature: `e.args->>'signature'`,
    randomness: `e.args->>'randomness'`,
    draw_total: `(e.args->>'total')::bigint`,
    draw_ticket: `(e.args->>'ticket')::bigint`,
  }),
  fromLatest('RoundMetadataSet', {
    metadata_hash: nullIfZero(`e.args->>'metadataHash'`),
    metadata_uri: `e.args->>'metadataUri'`,
    metadata_place: POSITION,
  }),
  fromLatest('RoundImageSet', {
    image_hash: nullIfZero(`e.args->>'imageHash'`),
    image_uri: `e.args->>'imageUri'`,
    image_place: POSITION,
  }),
  fromLatest('ReceiptConfirmed', {
    receipt_by: `e.args->>'by'`,
    receipt_by_provider: `(e.args->>'byProvider')::boolean`,
    receipt_at: 'e.mined_at',
    receipt_transaction_hash: 'e.transaction_hash',
  }),
  fromLatest('RoundVoided', {
    voided_at: 'e.mined_at',
    voided_block: 'e.block_number',
    voided_by: `e.args->>'by'`,
    voided_transaction_hash: 'e.transaction_hash',
  }),
  fromLatest('PrizeDelivered', { deliveries: `(e.args->>'revision')::integer` }),
];

function fromLatest(event: string, columns: Readonly<Record<string, string>>): RoundProjection {
  const names = Object.keys(columns);
  const text = (source: string, condition: string) => `
    insert into giveaway_round (giveaway_id, index, ${names.join(', ')})
    select distinct on (e.giveaway_key, (e.args->>'round')::integer)
      ${giveawayIdSql('e.giveaway_key')}, (e.args->>'round')::integer, ${Object.values(columns).join(', ')}
    from ${source}
    where e.name = '${event}' and ${condition}
    order by e.giveaway_key, (e.args->>'round')::integer, e.block_number desc, e.log_index desc
    on conflict (giveaway_id, index) do update
      set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return {
    events: [event],
    ofBlocks: { name: `project-${event}`, text: text('chain_event e', OF_BLOCKS) },
    ofRounds: {
      name: `project-again-${event}`,
      text: text(
        'json_to_recordset($1) as touched (giveaway_key text, round integer) join chain_event e using (giveaway_key)',
        `(e.args->>'round')::integer = touched.round`,
      ),
    },
  };
}
