import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

const QUIET = 0.85;
const LOOK_MS = 500;
const MAX_WAIT_MS = 10_000;

/** Waits, for a limited time, until other programs leave the machine idle. */
export async function waitUntilQuiet(): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  while (Date.now() < deadline && (await readIdleShare()) < QUIET);
}

async function readIdleShare(): Promise<number> {
  const before = readTimes();
  await after(LOOK_MS);
  const now = readTimes();
  return (now.idle - before.idle) / (now.all - before.all);
}

// The first line of proc_stat(5): user nice system idle iowait …
function readTimes(): { readonly idle: number; readonly all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, value) => sum + value, 0) };
}
