import type { Statement } from '../../../connection/sql.ts';

/** A statement that derives rows from stored events. */
export interface EventProjection {
  /** The names of the events that it reads. */
  readonly events: readonly string[];
  /** For the events of the blocks after $1, up to and including $2. */
  readonly ofBlocks: Statement;
}

/** The condition on `chain_event e` of EventProjection.ofBlocks. */
export const OF_BLOCKS = 'e.block_number > $1 and e.block_number <= $2';

/** SQL for the id of a giveaway, from an expression for its key. */
export const giveawayIdSql = (key: string): string => `'gwy_' || substr(${key}, 3)`;

/** SQL that maps the zero hash to null. */
export const nullIfZero = (hash: string): string => `nullif(${hash}, '0x${'0'.repeat(64)}')`;

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

// The contracts allow years of five digits, which some clients cannot parse.
const LATEST_SECONDS = 253_402_300_799;

/** SQL for an instant from an expression for its Unix seconds; instants after 9999-12-31T23:59:59Z become that one. */
export const instant = (seconds: string): string => `to_timestamp(least(${seconds}, ${LATEST_SECONDS}))`;
