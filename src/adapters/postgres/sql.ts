import type { PgliteConnection } from '@mikro-orm/pglite';
import type { Pool } from 'pg';
import { toDomainError } from './failures.ts';

/** A statement, prepared under its name; with the name '' it is planned anew each time. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A row as an array; booleans are read, everything else is PostgreSQL's own text. */
export type TextRow = readonly (string | boolean | null)[];

/** Prepared statements for the hot paths, beside the ORM and over the same connections. */
export interface Sql {
  query(statement: Statement, values: readonly unknown[]): Promise<TextRow[]>;
}

const BOOLEAN = 16;
const readBoolean = (text: string) => text === 't';
const readText = (text: string) => text;
const types = { getTypeParser: (oid: number) => (oid === BOOLEAN ? readBoolean : readText) };

/** Hot statements over a pool of PostgreSQL connections; sessions must run in UTC. */
export function createPoolSql(pool: Pool): Sql {
  return {
    async query({ name, text }, values) {
      try {
        const { rows } = await pool.query({ name, text, values: [...values], rowMode: 'array', types });
        return rows;
      } catch (error) {
        throw toDomainError(error);
      }
    },
  };
}

type PGlite = Awaited<ReturnType<PgliteConnection['getNativeClient']>>;

// PGlite asks for a parser per type: the types of all columns that hot statements read as text.
const PARSED_BY_PGLITE = [17, 20, 21, 23, 25, 114, 700, 701, 1009, 1043, 1082, 1114, 1184, 1700, 3802];
const pgliteParsers = {
  ...Object.fromEntries(PARSED_BY_PGLITE.map((oid) => [oid, readText])),
  [BOOLEAN]: readBoolean,
};

/** Hot statements over the embedded database. */
export function createPgliteSql(pglite: PGlite): Sql {
  return {
    async query({ text }, values) {
      try {
        const { rows } = await pglite.query(text, [...values], { rowMode: 'array', parsers: pgliteParsers });
        return rows as TextRow[];
      } catch (error) {
        throw toDomainError(error);
      }
    },
  };
}

/** Turns PostgreSQL's text of a timestamptz in UTC into ISO 8601 with milliseconds. */
export function toIsoInstant(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
