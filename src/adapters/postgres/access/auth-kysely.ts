import type { Kysely } from '@mikro-orm/sql';
import type { Database } from '../connection/database.ts';

type KyselyPlugin = Parameters<Kysely<unknown>['withPlugin']>[0];
type Row = Record<string, unknown>;

const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;

/**
 * The ORM's Kysely for better-auth, in the transaction of the call if there is one. The ORM leaves timestamps as text, better-auth
 * compares dates.
 */
export function createAuthKysely({ em }: Pick<Database, 'em'>): Kysely<unknown> {
  const context = em().fork({ useContext: true });
  return new Proxy({} as Kysely<unknown>, {
    get(_target, name): unknown {
      const kysely = context.getKysely<unknown>().withPlugin(parseTimestamps);
      const member: unknown = Reflect.get(kysely, name);
      return typeof member === 'function' ? member.bind(kysely) : member;
    },
  });
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
