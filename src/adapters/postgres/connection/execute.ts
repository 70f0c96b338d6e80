import { types, type Pool } from 'pg';
import type { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { tracing } from '../../../runtime/tracing/tracing.ts';
import { toStorageError } from './failures.ts';
import { toIsoInstant } from './sql.ts';
import { toUnnamedSpan } from './trace-statements.ts';

/**
 * Runs the SQL of a library over the service's connections: several statements in one text if there are no values; rows are
 * objects with the driver's types. Throws SERVICE_UNAVAILABLE when the database cannot be reached.
 */
export type Execute = (text: string, values?: unknown[]) => Promise<{ readonly rows: unknown[] }>;

/** Runs over a pool of PostgreSQL connections. */
export function createPoolExecute(pool: Pool): Execute {
  return async (text, values) => {
    try {
      const result: unknown = await tracing.step(
        () => toUnnamedSpan(text),
        () => pool.query({ text, ...(values?.length && { values }), types }),
      );
      // Several statements return an array of results.
      const results = (Array.isArray(result) ? result : [result]) as { readonly rows: unknown[] }[];
      return { rows: results.flatMap(({ rows }) => rows) };
    } catch (error) {
      throw toStorageError(error);
    }
  };
}

// The ORM configures PGlite to leave timestamps as text.
const TIMESTAMPTZ = 1184;
const parsers = { [TIMESTAMPTZ]: (text: string) => new Date(toIsoInstant(text)) };

const TRANSACTION = /^\s*begin;(.*)commit;?\s*$/is;

/** Runs over the embedded database, whose only connection must not stay in a failed transaction. */
export function createPgliteExecute(pglite: EmbeddedPostgres): Execute {
  const run: Execute = async (text, values) => {
    if (values?.length) return pglite.query(text, values, { parsers });
    const [, inner] = TRANSACTION.exec(text) ?? [];
    const results = inner
      ? await pglite.transaction((transaction) => transaction.exec(inner, { parsers }))
      : await pglite.exec(text, { parsers });
    return { rows: results.flatMap(({ rows }) => rows) };
  };
  return async (text, values) => {
    try {
      return await tracing.step(
        () => toUnnamedSpan(text),
        () => run(text, values),
      );
    } catch (error) {
      throw toStorageError(error);
    }
  };
}
