import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readDatabaseFacts } from '../../adapters/postgres/backup/database-facts.ts';
import { keepErrors } from '../../adapters/postgres/backup/keep-errors.ts';
import type { TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import { RELEASE } from '../../adapters/postgres/migrate/releases.ts';
import { namingFullDisk } from '../../runtime/disk.ts';
import { createFolder } from '../../runtime/files/create-folder.ts';
import { readVersion } from '../../runtime/version.ts';
import { copyChain, copyDatabase } from './file/embedded-files.ts';
import type { BackupFacts } from './file/manifest.ts';

/** The file beside the copies that describes them. */
export const FACTS = 'facts.json';
const PREFIX = 'snapshot-';
const ABANDONED_MS = 3_600_000;

/**
 * Copies the embedded database and chain of a data folder into a new folder in it, readable by its owner alone. Copies that were
 * left behind are removed. Statements wait while the files of the database are copied. The chain is copied first, so that it is the
 * older of the two. Returns the folder, which `begun` receives before it is there. Throws DiskFull.
 */
export async function copyEmbedded(
  dataDir: string,
  sql: TransactionalSql,
  begun: (folder: string) => void = () => undefined,
): Promise<string> {
  const backups = join(resolve(dataDir), 'backups');
  await createFolder(backups, 0o700);
  await removeOld(backups);
  const folder = join(backups, `${PREFIX}${randomUUID()}`);
  begun(folder);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await namingFullDisk(dataDir, copyAll(dataDir, folder, sql));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A command removes its snapshot, unless it was killed. */
async function removeOld(backups: string): Promise<void> {
  for (const name of await readdir(backups)) {
    const folder = join(backups, name);
    const isOld = name.startsWith(PREFIX) && Date.now() - (await stat(folder)).mtimeMs > ABANDONED_MS;
    if (isOld) await rm(folder, { recursive: true, force: true });
  }
}

async function copyAll(dataDir: string, folder: string, sql: TransactionalSql): Promise<string> {
  // So that little is left to write, and to apply when the copy is started.
  await sql.query({ name: '', text: 'checkpoint' }, []);
  const facts = await keepErrors(sql, async (transaction) => {
    const read = await readDatabaseFacts(transaction);
    await copyChain(dataDir, folder);
    // The only connection is this transaction's, so that nothing else is executed.
    await copyDatabase(dataDir, folder);
    return read;
  });
  const described: BackupFacts = {
    format: 1,
    kind: 'embedded',
    release: RELEASE,
    version: readVersion(),
    takenAt: new Date().toISOString(),
    hasSecrets: false,
    ...facts,
  };
  await writeFile(join(folder, FACTS), JSON.stringify(described), { mode: 0o600 });
  return folder;
}
