#!/usr/bin/env node
// Runs forge and exits with its exit code: the program that its package installs always exits with 0. Before tests it compiles the
// contracts, which the tests deploy from contracts/out.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const name = process.platform === 'win32' ? 'forge.exe' : 'forge';

const options = process.argv.slice(2);
const isTest = options[0] === 'test';
process.exitCode =
  (isTest && run('default', ['build', '--quiet', '--skip', 'test'])) ||
  run(isTest ? 'tests' : 'default', options);

/** Runs forge with a profile of foundry.toml; returns its exit code. */
function run(profile, parameters) {
  const env = { ...process.env, FOUNDRY_PROFILE: profile };
  const { status, error } = spawnSync(findForge(), parameters, { stdio: 'inherit', env });
  if (error) throw error;
  return status ?? 1;
}

function findForge() {
  const processor = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    return require.resolve(`@foundry-rs/forge-${process.platform}-${processor}/bin/${name}`);
  } catch {
    // The path of an installation on a platform without a package.
    const main = dirname(require.resolve('@foundry-rs/forge/package.json'));
    return [join(main, name), join(main, '..', 'dist', name)].find((path) => existsSync(path)) ?? name;
  }
}
