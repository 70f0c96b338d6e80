import { openUnmigrated } from '../../adapters/postgres/connection/database.ts';
import type { Migrator } from '../../adapters/postgres/migrate/migrator.ts';
import { RELEASE } from '../../adapters/postgres/migrate/releases.ts';
import { nameVariableInError } from '../../runtime/config-error.ts';
import { placeOfEmbedded, placeOfServer } from '../backup/open-embedded.ts';

interface Place {
  /** A PostgreSQL URL; without it the embedded database of the folder. */
  readonly url: string | undefined;
  /** DATA_DIR. */
  readonly dataDir: string;
  /** Receives the progress. */
  readonly report: (message: string) => void;
}

/** Runs the work with the migrator of a gateway's database. Throws an Error when the folder has none. */
export async function withMigrator<Result>(
  { url, dataDir, report }: Place,
  work: (migrator: Migrator, release: string) => Promise<Result>,
): Promise<Result> {
  const place = url === undefined ? await placeOfEmbedded(dataDir) : placeOfServer(url);
  const opened = openUnmigrated({ ...place, warn: report, report });
  const database = await (url === undefined ? opened : nameVariableInError('DATABASE_URL', opened));
  try {
    return await work(database.migrator, RELEASE);
  } finally {
    await database.close();
  }
}
