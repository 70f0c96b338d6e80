import type { Sql } from '../../connection/sql.ts';

/** What is projected, with the memory of the latest steps. */
export const PROJECTED_TABLES = [
  'chain_block',
  'chain_event',
  'chain_step',
  'giveaway',
  'giveaway_round',
  'entry',
  'entry_change',
  'passport',
  'passport_transfer',
  'provider_signer',
] as const;

/** Empties the read model, but for the cursor; the chain has it all. */
export async function eraseProjection(sql: Sql): Promise<void> {
  await sql.query({ name: '', text: `truncate ${PROJECTED_TABLES.join(', ')}` }, []);
}
