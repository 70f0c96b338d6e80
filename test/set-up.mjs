import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Builds the server and the site before the tests when a source has changed since the last build. Temporary files go into memory if it
 * has room: each embedded database consists of a thousand small files.
 */
export default function setUp() {
  if (!isBuilt()) {
    run('web/tools/generate.ts');
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  }
  run('web/tools/build.ts', '--if-changed');
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

function isBuilt() {
  const builtAt = statSync(`${ROOT}dist/src/main.js`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync(['{src,migrations}/**/*.ts', 'tsconfig*.json', 'package-lock.json'], {
    cwd: ROOT,
  });
  return sources.every((file) => statSync(`${ROOT}${file}`).mtimeMs <= builtAt);
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

function run(...args) {
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}
