import type { Kysely } from '@mikro-orm/sql';
import type { Database } from '../connection/database.ts';

type KyselyPlugin = Parameters<Kysely<unknown>['withPlugin']>[0];
type Row = Record<string, unknown>;

const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/** The ORM's Kysely for better-auth: the ORM leaves timestamps as text, better-auth compares dates. */
export function createAuthKysely({ em }: Pick<Database, 'em'>): Kysely<unknown> {
  return em().getKysely<unknown>().withPlugin(parseTimestamps);
}

const parseTimestamps: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => Promise.resolve({ ...result, rows: result.rows.map(parseRow) }),
};

function parseRow(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parseTimestamp(value)]));
}

function parseTimestamp(value: unknown): unknown {
  return typeof value === 'string' && TIMESTAMP.test(value)
    ? new Date(value.replace(' ', 'T') + ':00')
    : value;
}
