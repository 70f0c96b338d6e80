import { withMaintenance } from '../../adapters/postgres/backup/open-maintenance.ts';
import { openUnmigrated } from '../../adapters/postgres/connection/database.ts';
import { noteVerifiedBackup } from '../../adapters/postgres/health/verified-backups.ts';
import { isInUse } from '../../runtime/lock-directory.ts';
import type { Manifest } from './file/manifest.ts';
import { placeOfEmbedded } from './open-embedded.ts';

interface Place {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Asks the running gateway to record it. */
  readonly requestGateway: (checksum: string, takenAt: string) => Promise<unknown>;
}

/** Records in the gateway's database that a backup was verified, for its status and metrics. Throws an Error of the database. */
export async function recordVerification(
  { takenAt, payload, kind }: Manifest,
  { databaseUrl, dataDir, requestGateway }: Place,
): Promise<void> {
  const verified = { checksum: payload.sha256, takenAt: new Date(takenAt) };
  if (kind === 'postgresql' && databaseUrl !== undefined)
    return withMaintenance(databaseUrl, (sql) => noteVerifiedBackup(sql, verified));
  try {
    const database = await openUnmigrated(await placeOfEmbedded(dataDir));
    try {
      await noteVerifiedBackup(database.sql, verified);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!isInUse(error)) throw error;
    await requestGateway(payload.sha256, takenAt);
  }
}
