import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { ensureBuilt } from './support/built.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Generates the texts of operations when their sources have changed; what else a suite needs, it builds itself (support/built.ts).
 * Temporary files go into memory if it has room: each embedded database consists of a thousand small files.
 */
export default function setUp() {
  ensureBuilt('documents');
  if (process.env['TMPDIR'] !== undefined || !hasRoom(MEMORY)) return;
  const folder = mkdtempSync(`${MEMORY}/gateway-tests-`);
  // Servers of PostgreSQL do not run as root: they read it as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
}

/** Deletes what the tests left. */
export function tearDown() {
  const folder = process.env['TMPDIR'];
  if (folder?.startsWith(`${MEMORY}/gateway-tests-`)) rmSync(folder, { recursive: true, force: true });
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
