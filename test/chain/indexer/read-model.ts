import { createProjection } from '../../../src/adapters/postgres/read-model/write/projection.ts';
import type { TransactionalSql } from '../../../src/adapters/postgres/connection/sql.ts';
import type { Projection } from '../../../src/adapters/ports/projection.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';

/** A read model in its own database. */
export interface ReadModel {
  readonly sql: TransactionalSql;
  readonly projection: Projection;
  /** All rows of a table as JSON texts, in key order. */
  rows(table: string): Promise<string[]>;
  /** All rows of all tables that are projected from events. */
  everything(): Promise<Record<string, string[]>>;
  /** Removes all rows, including the cursor. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const KEYS = {
  chain_event: 'block_number, log_index',
  giveaway: 'id',
  giveaway_round: 'giveaway_id, index',
  round_place: 'giveaway_id, round_index, place',
  entry: 'giveaway_id, round_index, leaf',
  entry_change: 'block_number, log_index',
  prize_delivery: 'block_number, log_index',
  place_delivery: 'block_number, log_index',
  passport: 'id',
  passport_transfer: 'block_number, log_index',
  provider_signer: 'provider_key, signer',
};

/** Opens an embedded database, or one on the server of DATABASE_URL. */
export async function openReadModel(): Promise<ReadModel> {
  const opened = await openTestDatabase();
  const { sql } = opened.database;

  const rows = async (table: string, key = '1') =>
    (await sql.query({ name: '', text: `select to_json(t)::text from ${table} t order by ${key}` }, [])).map(
      ([row]) => String(row),
    );

  return {
    sql,
    projection: createProjection(sql, { autovacuum: opened.url !== undefined }),
    rows: (table) => rows(table),
    async everything() {
      const tables: Record<string, string[]> = {};
      for (const [table, key] of Object.entries(KEYS)) tables[table] = await rows(table, key);
      return tables;
    },
    async empty() {
      // The cursor first, in the order in which a step locks: otherwise it could deadlock with a running step.
      const tables = ['chain_cursor', ...Object.keys(KEYS), 'chain_block', 'chain_step'];
      await sql.query({ name: '', text: `truncate ${tables.join(', ')}` }, []);
    },
    close: () => opened.close(),
  };
}
