import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A directory whose disk has no room. The message names both, and says what to do. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DiskFull';
  }
}

/** More than most writes need, so that the probe fails before they do. */
const PROBE = new Uint8Array(1_048_576);
const MEBIBYTE = 1_048_576;
const FULL = /\b(?:ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/i;

/** Writes a file of a mebibyte into the directory, and removes it. Throws DiskFull, or the error of the system. */
export async function requireRoom(directory: string): Promise<void> {
  const file = join(directory, '.write-probe');
  try {
    await writeFile(file, PROBE, { mode: 0o600 });
  } catch (error) {
    throw isOutOfRoom(error) ? await toDiskFull(directory, error) : error;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Names the full disk of the directory where that is why the work failed; otherwise the error stays as it is. */
export async function namingFullDisk<Result>(directory: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DiskFull) throw error;
    if (isOutOfRoom(error)) throw await toDiskFull(directory, error);
    // Libraries often hide the reason.
    const probed: unknown = await requireRoom(directory).catch((failure: unknown) => failure);
    throw probed instanceof DiskFull ? probed : error;
  }
}

/** Whether an error, or one of its causes, says that a disk or a quota is full. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return FULL.test(`${code} ${error.message}`) || isOutOfRoom(error.cause);
}

async function toDiskFull(directory: string, cause: unknown): Promise<DiskFull> {
  const advice = 'Free some of it, or move the folder to another disk.';
  return new DiskFull(`The disk of ${directory} is full${await freeSpace(directory)}. ${advice}`, cause);
}

async function freeSpace(directory: string): Promise<string> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    const [free, all] = [bavail, blocks].map((count) => Math.floor((count * bsize) / MEBIBYTE));
    return `: ${free} MB of ${all} MB are free`;
  } catch {
    return '';
  }
}
