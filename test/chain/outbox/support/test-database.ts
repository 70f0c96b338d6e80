import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../../src/adapters/postgres/connection/database.ts';
import { createTestDatabase } from '../../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../../support/database/embedded-database.ts';

export interface OpenTestDatabase {
  /** The server's database; undefined when it is embedded. */
  readonly url: string | undefined;
  readonly database: Database;
  close(): Promise<void>;
}

/** Opens a new database, on DATABASE_URL's server or embedded. */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  const made = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'outbox-'));
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
