import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DatabaseOptions } from '../../adapters/postgres/connection/database.ts';

const quiet = () => undefined;

const ELSEWHERE = 'set DATABASE_URL, or name the data folder by --data-dir.';

/** How the embedded database of a data folder is opened. Throws an Error with the advice when the folder has none. */
export async function placeOfEmbedded(dataDir: string, advice = ELSEWHERE): Promise<DatabaseOptions> {
  const directory = join(dataDir, 'db');
  await access(directory).catch((cause: unknown) => {
    throw new Error(`${resolve(dataDir)} has no database: ${advice}`, { cause });
  });
  return { url: undefined, readUrl: undefined, directory, warn: quiet, note: quiet };
}

/** How the database of a PostgreSQL URL is opened. */
export function placeOfServer(url: string): DatabaseOptions {
  return { url, readUrl: undefined, directory: '', warn: quiet, note: quiet };
}
