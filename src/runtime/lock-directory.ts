import { realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolder } from './files/create-folder.ts';

const SQLITE_BUSY = 5;

// Referenced here, since garbage collection of the object would release the lock.
const held = new Map<string, DatabaseSync>();

/**
 * Reserves `directory` for this process; throws when another one has it. The lock on `file` (created when absent) is the
 * operating system's, so that it works across containers that share the folder, and is released when its process ends.
 * Returns the function that releases it.
 */
export async function lockDirectory(directory: string, file: string): Promise<() => void> {
  await createFolder(dirname(file));
  const lockFile = join(await realpath(dirname(file)), basename(file));
  if (held.has(lockFile)) throw inUse(directory);
  await createFile(lockFile);
  const lock = takeLock(lockFile);
  if (lock === undefined) throw inUse(directory);
  held.set(lockFile, lock);
  return () => {
    if (held.delete(lockFile)) lock.close();
  };
}

/** Never opens a file that exists: closing it would drop a lock that this process has on it (fcntl(2), "Notes"). */
async function createFile(file: string): Promise<void> {
  await writeFile(file, '', { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Node has no flock(2), but its SQLite takes such locks; nothing is ever written. Undefined when another process has the lock. */
function takeLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file);
  try {
    // Without a journal, which a killed process would leave for the next one to roll back.
    lock.exec('pragma journal_mode = memory');
    // SQLite's RESERVED lock: one process can have it, and attempts of others do not disturb it.
    lock.exec('begin immediate');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { readonly errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

const IN_USE = 'IN_USE';

const inUse = (directory: string) =>
  Object.assign(
    new Error(`${directory} is in use by another process: stop it, or set DATA_DIR to another folder.`),
    { code: IN_USE },
  );

/** Whether lockDirectory refused because another process has the directory. */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === IN_USE;
}
