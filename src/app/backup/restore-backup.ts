import { access, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { withMaintenance } from '../../adapters/postgres/backup/open-maintenance.ts';
import { endRestore } from '../../adapters/postgres/backup/restore-target.ts';
import { lockDirectory } from '../../runtime/lock-directory.ts';
import { namingFullDisk } from '../../runtime/disk.ts';
import { createFolder } from '../../runtime/files/create-folder.ts';
import { readManifest, requireWhole, streamPayload } from './file/backup-file.ts';
import { placeSecrets, unpack } from './file/embedded-files.ts';
import type { Manifest } from './file/manifest.ts';
import type { Note } from './progress.ts';
import { requireKnownRelease } from './file/require-known-release.ts';
import { findWrongCounts, restoreServer } from './restore-server.ts';

interface Place {
  /** A PostgreSQL URL, for a backup of such a database. */
  readonly databaseUrl: string | undefined;
  /** The data folder, for a backup of the embedded parts. */
  readonly dataDir: string;
  readonly overwrite: boolean;
}

/** What was restored. */
export interface Restored {
  readonly manifest: Manifest;
  /** Where it is now, without a password. */
  readonly to: string;
  /** The files of secrets that the backup had and the folder lacked. */
  readonly secrets: readonly string[];
  /** Where the files are that were there before. */
  readonly replaced: readonly string[];
}

/**
 * Restores a backup into an empty place of its kind. Throws an Error when the place is not empty and may not be overwritten, when the
 * backup is damaged, or is of a later release.
 */
export async function restoreBackup(file: string, place: Place, note: Note): Promise<Restored> {
  const manifest = await readManifest(file);
  requireKnownRelease(manifest);
  await requireWhole(file, manifest, (done, all) => note('reading the backup', done, all));
  const { databaseUrl, dataDir, overwrite } = place;
  if (manifest.kind === 'embedded') {
    if (databaseUrl !== undefined)
      throw new Error(
        'The backup is of the embedded database: restore it into a data folder, without DATABASE_URL, and then move it ' +
          'with giveaways move.',
      );
    return restoreEmbedded(file, manifest, resolve(dataDir), overwrite, note);
  }
  if (databaseUrl === undefined)
    throw new Error('The backup is of PostgreSQL: set DATABASE_URL to the database that gets it.');
  await restoreServer(file, manifest, { url: databaseUrl, overwrite }, note);
  const wrong = await withMaintenance(databaseUrl, (sql) => findWrongCounts(sql, manifest));
  if (wrong.length > 0)
    throw new Error(
      `The restored tables do not have the rows of the backup: ${wrong.map(({ table }) => table).join(', ')}.`,
    );
  await withMaintenance(databaseUrl, endRestore);
  const { host, pathname } = new URL(databaseUrl);
  return { manifest, to: `${host}${pathname}`, secrets: [], replaced: [] };
}

const PARTS = ['db', 'chain'];

/** The new files are unpacked beside the old ones, and take their names when all are there. */
async function restoreEmbedded(
  file: string,
  manifest: Manifest,
  dataDir: string,
  overwrite: boolean,
  note: Note,
): Promise<Restored> {
  await createFolder(dataDir);
  const present: string[] = [];
  for (const part of PARTS) if (await exists(join(dataDir, part))) present.push(part);
  if (present.length > 0 && !overwrite)
    throw new Error(
      `${dataDir} is not empty: name another folder by --data-dir, or add --overwrite, which sets aside what it has.`,
    );
  const unlocks: (() => void)[] = [];
  const draft = join(dataDir, `restore-${randomUUID()}`);
  try {
    unlocks.push(await lockDirectory(join(dataDir, 'db'), join(dataDir, 'db.lock.sqlite')));
    if (present.includes('chain'))
      unlocks.push(await lockDirectory(join(dataDir, 'chain'), join(dataDir, 'chain', 'lock.sqlite')));
    await removeDrafts(dataDir);
    note('unpacking');
    await namingFullDisk(dataDir, unpack(streamPayload(file, manifest), draft));
    const replaced: string[] = [];
    for (const part of present) {
      const aside = join(
        dataDir,
        `${part}-before-${manifest.takenAt.replaceAll(/[-:]|\.\d+/g, '')}-${randomUUID().slice(0, 8)}`,
      );
      await rename(join(dataDir, part), aside);
      replaced.push(aside);
    }
    for (const part of PARTS)
      if (await exists(join(draft, part))) await rename(join(draft, part), join(dataDir, part));
    return { manifest, to: dataDir, secrets: await placeSecrets(draft, dataDir), replaced };
  } finally {
    // After an error, files are being written for a moment yet. That error counts, not one of the removal.
    await rm(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(() => undefined);
    for (const unlock of unlocks) unlock();
  }
}

const DRAFT = /^restore-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Removes what killed commands have unpacked, as large as the data: whoever has the lock of the folder is alone. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (DRAFT.test(name)) await rm(join(dataDir, name), { recursive: true, force: true });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
