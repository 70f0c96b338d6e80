import type { ChainColumn } from '../../../ports/chain-reads.ts';
import { entriesAtClose } from './entries-at-close.ts';
import type { Direction } from './source-statement.ts';

/** Columns that the first place has in `giveaway_round`, and later places in `round_place`. */
const OF_PLACE = [
  'winner_passport_id',
  'winner_wallet',
  'decided_at',
  'decided_block',
  'decided_block_hash',
  'decided_transaction_hash',
  'draw_total',
  'draw_ticket',
  'metadata_hash',
  'metadata_uri',
  'image_hash',
  'image_uri',
  'receipt_by',
  'receipt_by_provider',
  'receipt_at',
  'receipt_transaction_hash',
  'deliveries',
].join(', ');

/** SQL of places with these columns of `giveaway_round`; the first place of a round may have no winner yet. */
export const PLACES_SQL = `(
  select giveaway_id, index, 0::smallint as place, case when draw_total is not null then 0::bigint end as tickets_before,
    metadata_place, image_place, ${OF_PLACE}
  from giveaway_round
  union all
  select giveaway_id, round_index, place, tickets_before, metadata_position, image_position, ${OF_PLACE}
  from round_place)`;

/** The SQL of columns that a place has, or lacks, in a different way than a round. */
export const COLUMNS_OF_PLACE = {
  'round.place': 'r.place',
  'round.ticketsBefore': 'r.tickets_before',
  'round.netEntries': 'null',
  'round.earlierTotal': 'null',
  'round.holders': 'null',
  'round.issuedEntries': 'null',
  'round.issuedHolders': 'null',
  'round.beaconRound': 'null',
  'round.beaconSignature': 'null',
  'round.randomness': 'null',
  'round.decidedPlaces': 'null',
  'round.deliveredPlaces': 'null',
  'round.isDrawing': 'null',
  'round.voidedAt': 'null',
} as const satisfies Partial<Record<ChainColumn, string>>;

/**
 * SQL of the places of passports, by decision. Each part has an index for the passport and for this order. The planner takes most
 * passports for winners of a few places, and would sort all places of one that has many: so each part is sorted already.
 */
export const winsSql = (direction: Direction) => `(
  (select winner_passport_id, decided_at, giveaway_id, index, 0::smallint as place, deliveries
  from giveaway_round order by decided_at ${direction}, giveaway_id ${direction}, index ${direction})
  union all
  (select winner_passport_id, decided_at, giveaway_id, round_index, place, deliveries
  from round_place order by decided_at ${direction}, giveaway_id ${direction}, round_index ${direction}))`;

const OF_DELIVERY = [
  'giveaway_id',
  'round_index',
  'revision',
  'signer',
  'asset_contract',
  'recipient',
  'proof_chain_id',
  'proof_transaction_hash',
  'proof_uri',
  'recorded_at',
  'transaction_hash',
].join(', ');

/** SQL of the recorded deliveries of all places. */
export const DELIVERIES_SQL = `(
  select 0::smallint as place, ${OF_DELIVERY} from prize_delivery
  union all
  select place, ${OF_DELIVERY} from place_delivery)`;

const OF_CHECK =
  'giveaway_id, round_index, delivery_transaction_hash, revision, verdict, settled_at, reason, transfer';

/** SQL of the checks of these deliveries. */
export const DELIVERY_CHECKS_SQL = `(
  select 0::smallint as place, ${OF_CHECK} from prize_delivery_check
  union all
  select place, ${OF_CHECK} from place_delivery_check)`;

/** The number of places of the round `r` with a property: of the first place in `r`, of later ones in `l`. */
export function countPlacesSql(first: string, later: string): string {
  return `coalesce((${first})::integer, 0) + (select count(*) from round_place l where l.giveaway_id = r.giveaway_id and l.round_index = r.index and ${later})::integer`;
}

/**
 * Whether more places of a round are to be drawn: it has more places than winners, and a passport that counts and has none. Then a
 * draw goes on in steps.
 */
export function isDrawingSql(round: string): string {
  const winners = `select l.winner_passport_id from round_place l where l.giveaway_id = ${round}.giveaway_id and l.round_index = ${round}.index`;
  return `(${round}.beacon_round is not null and exists (
    select from giveaway dg
    where dg.id = ${round}.giveaway_id and dg.winners + dg.alternates > 1
      and dg.winners + dg.alternates > 1 + (select count(*) from (${winners}) decided)
      and exists (
        select from entry e
        where e.giveaway_id = ${round}.giveaway_id and e.round_index <= ${round}.index
          and (dg.entries_carry_over or e.round_index = ${round}.index)
          and e.passport_id <> ${round}.winner_passport_id and e.passport_id not in (${winners})
          and ${entriesAtClose(`${round}.index`)} > 0
      )
  ))`;
}
