import { readDatabaseFacts } from '../../adapters/postgres/backup/database-facts.ts';
import { keepErrors } from '../../adapters/postgres/backup/keep-errors.ts';
import { withMaintenance } from '../../adapters/postgres/backup/open-maintenance.ts';
import { streamProgram } from '../../adapters/postgres/backup/pg-programs.ts';
import { RELEASE } from '../../adapters/postgres/migrate/releases.ts';
import { readVersion } from '../../runtime/version.ts';
import { placeBackup, writeBackup } from './file/backup-file.ts';
import type { Manifest } from './file/manifest.ts';
import type { Note } from './progress.ts';

/** A backup that was written. */
export interface Written {
  readonly file: string;
  readonly manifest: Manifest;
}

const DUMP = 'database.dump';

/**
 * Backs up the database of a PostgreSQL URL while instances work: pg_dump reads the snapshot of the transaction in which the facts of
 * the manifest are read. Throws an Error of the server, of pg_dump, or of the disk.
 */
export async function backUpServer(url: string, to: string, note: Note): Promise<Written> {
  return withMaintenance(url, (sql) =>
    keepErrors(sql, async (transaction) => {
      await transaction.query(ONE_SNAPSHOT, []);
      const [exported] = await transaction.query(EXPORT, []);
      note('counting rows');
      const facts = {
        format: 1 as const,
        kind: 'postgresql' as const,
        release: RELEASE,
        version: readVersion(),
        takenAt: new Date().toISOString(),
        hasSecrets: false,
        ...(await readDatabaseFacts(transaction)),
      };
      const file = await placeBackup(to, facts);
      const args = [
        '--format=custom',
        '--no-password',
        `--snapshot=${String(exported?.[0])}`,
        '--exclude-schema=replay',
      ];
      const dump = streamProgram('pg_dump', { url, args });
      return { file, manifest: await writeBackup(file, facts, DUMP, counted(dump, note)) };
    }),
  );
}

/** Notes how much was written; of how much is not known. */
export async function* counted(chunks: AsyncIterable<Uint8Array>, note: Note): AsyncGenerator<Uint8Array> {
  let written = 0;
  for await (const chunk of chunks) {
    yield chunk;
    written += chunk.byteLength;
    note('writing', written);
  }
}

const ONE_SNAPSHOT = { name: '', text: 'set transaction isolation level repeatable read, read only' };
const EXPORT = { name: '', text: 'select pg_export_snapshot()' };
