import type { Database } from '../../adapters/postgres/connection/database.ts';
import { noteVerifiedBackup } from '../../adapters/postgres/health/verified-backups.ts';
import type { Config } from '../../config/config.ts';
import { diskFull } from '../../core/disk-full.ts';
import type { Backups } from '../../core/status/backups.ts';
import { DiskFull } from '../../runtime/disk.ts';
import { singleFlight } from '../../runtime/concurrency/single-flight.ts';

/** The backups of this service; one snapshot at a time is taken. */
export function openBackups(
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  { sql }: Pick<Database, 'sql'>,
): Backups {
  const snapshots = singleFlight(async () => {
    // With the archive format, loaded for the first backup.
    const { copyEmbedded } = await import('./copy-embedded.ts');
    return copyEmbedded(DATA_DIR, sql).catch((error: unknown) => {
      throw error instanceof DiskFull ? diskFull('database', error) : error;
    });
  });
  return {
    snapshot: async () => (DATABASE_URL === undefined ? snapshots.run() : undefined),
    noteVerified: (backup) => noteVerifiedBackup(sql, backup),
  };
}
