/**
 * Builds those of the named parts (documents, client, server, site; all by default), and of the parts that they need, whose sources are
 * newer than their last build; with --all also the others. With --unchecked unused names are no errors. Processes that build at the
 * same time wait for each other.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { isCurrent, lastOf, PART_NAMES, withNeeded, type PartName } from './current.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LOCK_WITHIN_MS = 120_000;
const TSC = 'node_modules/typescript/bin/tsc';
const OPENAPI_TS = 'node_modules/@hey-api/openapi-ts/dist/run.mjs';
const UNCHECKED = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];

const args = process.argv.slice(2);
const isAll = args.includes('--all');
const chosen = PART_NAMES.filter((name) => args.includes(name));
const parts = chosen.length > 0 ? withNeeded(chosen) : PART_NAMES;

const BUILD: Readonly<Record<PartName, () => void>> = {
  documents() {
    run('web/tools/generate.ts');
    writeFileSync(lastOf('documents'), '');
  },
  client() {
    // It writes its files with the classic compiler API.
    run(
      '--import',
      './web/tools/classic-typescript.mjs',
      OPENAPI_TS,
      '--silent',
      '-f',
      'clients/typescript/openapi-ts.config.mjs',
    );
    run(TSC, '-p', 'clients/typescript/tsconfig.json');
    writeFileSync(lastOf('client'), '');
  },
  server() {
    const unchecked = args.includes('--unchecked') ? UNCHECKED : [];
    run(TSC, '-p', 'tsconfig.build.json', ...unchecked);
    chmodSync(`${ROOT}dist/src/cli/main.js`, 0o755);
    writeFileSync(lastOf('server'), '');
  },
  site() {
    run('web/tools/build.ts');
  },
};

function run(...command: readonly string[]): void {
  execFileSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
}

mkdirSync(`${ROOT}dist`, { recursive: true });
// A lock of the operating system, which is released when this process ends.
const lock = new DatabaseSync(`${ROOT}dist/lock`, { timeout: LOCK_WITHIN_MS });
lock.exec('begin exclusive');
try {
  for (const name of parts) if (isAll || !isCurrent(name)) BUILD[name]();
} catch (error) {
  // The tools have printed why.
  process.exitCode = (error as { readonly status?: number }).status ?? 1;
}
lock.close();
