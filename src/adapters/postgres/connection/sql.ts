import type { Pool, PoolClient } from 'pg';
import type { EmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { tracing } from '../../../runtime/tracing/tracing.ts';
import { toStorageError } from './failures.ts';
import { toStatementSpan } from './trace-statements.ts';

/** A prepared statement, by name; with an empty name it is planned each time. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A row as an array; booleans are parsed, everything else is PostgreSQL's text. */
export type TextRow = readonly (string | boolean | null)[];

/** Prepared statements for hot paths, without the ORM but over its connections. */
export interface Sql {
  query(statement: Statement, values: readonly unknown[]): Promise<TextRow[]>;
}

/** The same, with transactions. */
export interface TransactionalSql extends Sql {
  /** Commits the statements that `work` runs through its `sql`, or rolls back when it throws. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

const BOOLEAN = 16;
const readBoolean = (text: string) => text === 't';
const readText = (text: string) => text;
const types = { getTypeParser: (oid: number) => (oid === BOOLEAN ? readBoolean : readText) };

/** Hot statements over a pool of PostgreSQL connections, whose sessions must use UTC. */
export function createPoolSql(pool: Pool): TransactionalSql {
  return {
    query: queryOver(pool),
    async transaction(work) {
      const client = await pool.connect().catch(throwTranslated);
      let broken: unknown;
      // The pool listens only to idle clients: without a listener, the error of a lost connection would end the thread.
      const onLost = (error: unknown) => (broken = error);
      client.on('error', onLost);
      try {
        await client.query('begin');
        const result = await work({ query: queryOver(client) });
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: unknown) => (broken = failure));
        return throwTranslated(error);
      } finally {
        client.off('error', onLost);
        client.release(broken !== undefined);
      }
    },
  };
}

function queryOver(connection: Pool | PoolClient): Sql['query'] {
  return async ({ name, text }, values) => {
    try {
      const query = { name, text, values: [...values], rowMode: 'array' as const, types };
      const { rows } = await tracing.step(
        () => toStatementSpan(name),
        () => connection.query<string[]>(query),
      );
      return rows;
    } catch (error) {
      return throwTranslated(error);
    }
  };
}

// PGlite needs a parser per type: the types of all columns that hot statements read as text.
const PARSED_BY_PGLITE = [17, 20, 21, 23, 25, 114, 700, 701, 1009, 1043, 1082, 1114, 1184, 1700, 3802];
const pgliteParsers = {
  ...Object.fromEntries(PARSED_BY_PGLITE.map((oid) => [oid, readText])),
  [BOOLEAN]: readBoolean,
};

/** Hot statements over the embedded database. */
export function createPgliteSql(pglite: EmbeddedPostgres): TransactionalSql {
  return {
    query: queryOverPglite(pglite),
    async transaction(work) {
      try {
        return await pglite.transaction((transaction) => work({ query: queryOverPglite(transaction) }));
      } catch (error) {
        return throwTranslated(error);
      }
    },
  };
}

function queryOverPglite(connection: Pick<EmbeddedPostgres, 'query'>): Sql['query'] {
  return async ({ name, text }, values) => {
    try {
      const options = { rowMode: 'array', parsers: pgliteParsers } as const;
      const { rows } = await tracing.step(
        () => toStatementSpan(name),
        () => connection.query(text, [...values], options),
      );
      return rows as TextRow[];
    } catch (error) {
      return throwTranslated(error);
    }
  };
}

function throwTranslated(error: unknown): never {
  throw toStorageError(error);
}

/** Converts PostgreSQL's text of a timestamptz in UTC to ISO 8601 with milliseconds. */
export function toIsoInstant(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
