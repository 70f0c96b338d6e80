import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../src/adapters/postgres/connection/database.ts';
import { createTestDatabase } from './database.ts';
import { placeEmbeddedDatabase } from './embedded-database.ts';

export interface OpenTestDatabase {
  /** The server's database; undefined when it is embedded. */
  readonly url: string | undefined;
  readonly database: Database;
  close(): Promise<void>;
}

/** Opens a new database, on DATABASE_URL's server or this one, or embedded. */
export async function openTestDatabase(server?: string): Promise<OpenTestDatabase> {
  const made = await createTestDatabase(server);
  const directory = await mkdtemp(join(tmpdir(), 'database-'));
  if (!made) await placeEmbeddedDatabase(join(directory, 'db'));
  const database = await openDatabase({
    url: made?.url,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: () => undefined,
    note: () => undefined,
  });
  return {
    url: made?.url,
    database,
    async close() {
      await database.close();
      await made?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Opens a new database that is embedded, also where the other tests use a server. */
export const openEmbeddedDatabase = (): Promise<OpenTestDatabase> => openTestDatabase('');
