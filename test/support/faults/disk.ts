import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own. */
export interface SmallDisk {
  readonly directory: string;
  /** Leaves only this many bytes free. */
  fill(left?: number): Promise<void>;
  /** Gives back what fill() took. */
  free(): Promise<void>;
  remove(): void;
}

/** Mounts a file system in memory. Throws where the machine does not allow it. */
export function mountDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], { stdio: 'pipe' });
  } catch (error) {
    rmSync(directory, { recursive: true });
    throw error;
  }
  const ballast = join(directory, 'ballast');
  return {
    directory,
    async fill(left = 0) {
      await rm(ballast, { force: true });
      const { bavail, bsize } = await statfs(directory);
      await writeFile(ballast, new Uint8Array(Math.max(0, bavail * bsize - left))).catch(
        (error: NodeJS.ErrnoException) => {
          // Other processes write meanwhile, and the disk is full all the same.
          if (error.code !== 'ENOSPC') throw error;
        },
      );
    },
    free: () => rm(ballast, { force: true }),
    remove() {
      // A process that has just ended may still have files there.
      execFileSync('umount', ['-l', directory], { stdio: 'pipe' });
      rmSync(directory, { recursive: true });
    },
  };
}

/** Mounts disks; undefined where the machine does not allow it. */
export const disks = canMount() ? mountDisk : undefined;

function canMount(): boolean {
  try {
    mountDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}
