import type { Sql } from '../../connection/sql.ts';

/** The tables of the read model, including the recent steps. */
export const PROJECTED_TABLES = [
  'chain_block',
  'chain_event',
  'chain_step',
  'giveaway',
  'giveaway_round',
  'round_place',
  'entry',
  'entry_change',
  'prize_delivery',
  'place_delivery',
  'round_total',
  'passport_giveaway',
  'passport',
  'passport_transfer',
  'provider_signer',
] as const;

/** Empties the read model except for the cursor; all of it can be read from the chain again. */
export async function eraseProjection(sql: Sql): Promise<void> {
  const [[isEmpty] = []] = await sql.query({ name: '', text: IS_EMPTY }, []);
  // Truncation gives each table and index a new file, even when there is nothing to remove.
  if (isEmpty === true) return;
  await sql.query({ name: '', text: `truncate ${PROJECTED_TABLES.join(', ')}` }, []);
}

const IS_EMPTY = `select ${PROJECTED_TABLES.map((table) => `not exists (select from ${table})`).join(' and ')}`;
