import type { Statement } from '../../connection/sql.ts';

/** Rows made of stored events: a statement with the parameters of its scope. */
export interface EventProjection {
  /** The events that it reads. */
  readonly events: readonly string[];
  /** For the events of the blocks above $1, up to and with $2. */
  readonly ofBlocks: Statement;
}

/** The condition on `chain_event e` for EventProjection.ofBlocks. */
export const OF_BLOCKS = 'e.block_number > $1 and e.block_number <= $2';

/** The id of a giveaway, by an expression for its key. */
export const giveawayIdSql = (key: string): string => `'gwy_' || substr(${key}, 3)`;

/** Null for a hash that stands for nothing. */
export const nullIfZero = (hash: string): string => `nullif(${hash}, '0x${'0'.repeat(64)}')`;

export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
