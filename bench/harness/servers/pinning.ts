import { spawnSync } from 'node:child_process';

/** The server under test runs alone on this core; the load comes from the other. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

const canPin = spawnSync('taskset', ['-V']).status === 0;

/** Moves this process, with all its threads, to the core of the load. */
export function pinLoad(): void {
  if (!canPin) throw new Error('taskset (util-linux) is needed to give the server a core of its own.');
  spawnSync('taskset', ['-a', '-cp', String(LOAD_CORE), String(process.pid)]);
}

/**
 * The command line that starts Node on the server's core; taskset becomes that process, so the id is the server's. With
 * BENCH_PROFILE the process writes a CPU profile to that folder when it ends.
 */
export function onServerCore(file: string): [string, string[]] {
  return onCores(String(SERVER_CORE), file);
}

/** The same on all cores, for servers with several threads. */
export function onAllCores(file: string): [string, string[]] {
  return onCores(`${SERVER_CORE},${LOAD_CORE}`, file);
}

function onCores(cores: string, file: string): [string, string[]] {
  const folder = process.env['BENCH_PROFILE'];
  const flags = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  return ['taskset', ['-c', cores, process.execPath, ...flags, file]];
}
