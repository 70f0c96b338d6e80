import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';

/** A PostgreSQL database for one gateway; `drop` closes all its connections and removes it. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the server of DATABASE_URL; undefined when the tests run on the embedded database. */
export async function createTestDatabase(
  server: string | undefined = process.env['DATABASE_URL'],
): Promise<TestDatabase | undefined> {
  if (!server) return undefined;
  const name = `gw_test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(server, name) };
}

const DROPS = 120;
const DROP_PAUSE_MS = 500;

/** Drops a database. While PostgreSQL vacuums it, a role that is no superuser may not, so it tries again. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let left = DROPS; ; left -= 1) {
    try {
      return await execute(server, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isVacuumed = error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isVacuumed || left === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, DROP_PAUSE_MS));
  }
}

/** Runs one statement on a new connection. */
export async function execute(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
