import type { PgliteConnection } from '@mikro-orm/pglite';
import { types, type Pool } from 'pg';
import { toStorageError } from './failures.ts';
import { toIsoInstant } from './sql.ts';

/**
 * Statements as a library writes them, over the same connections as everything else: several in one text when there are
 * no values, rows as objects with the driver's own types. SERVICE_UNAVAILABLE when the database cannot be reached.
 */
export type Execute = (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;

/** Over a pool of PostgreSQL connections. */
export function createPoolExecute(pool: Pool): Execute {
  return async (text, values) => {
    try {
      const answer: unknown = await pool.query({ text, ...(values?.length && { values }), types });
      // One result a statement, where there are several.
      const results = (Array.isArray(answer) ? answer : [answer]) as { readonly rows: unknown[] }[];
      return { rows: results.flatMap(({ rows }) => rows) };
    } catch (error) {
      throw toStorageError(error);
    }
  };
}

type PGlite = Awaited<ReturnType<PgliteConnection['getNativeClient']>>;

// The ORM leaves instants as text.
const TIMESTAMPTZ = 1184;
const parsers = { [TIMESTAMPTZ]: (text: string) => new Date(toIsoInstant(text)) };

const TRANSACTION = /^\s*begin;(.*)commit;?\s*$/is;

/** Over the embedded database. Its one connection must not be left in a transaction that failed. */
export function createPgliteExecute(pglite: PGlite): Execute {
  return async (text, values) => {
    try {
      if (values?.length) return await pglite.query(text, values, { parsers });
      const [, inner] = TRANSACTION.exec(text) ?? [];
      const results = inner
        ? await pglite.transaction((transaction) => transaction.exec(inner, { parsers }))
        : await pglite.exec(text, { parsers });
      return { rows: results.flatMap(({ rows }) => rows) };
    } catch (error) {
      throw toStorageError(error);
    }
  };
}
