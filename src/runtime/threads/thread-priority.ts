import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const THREADS = '/proc/self/task';
const HELPER = 'V8Worker\n';

// On Linux a priority is that of one thread (setpriority(2), notes). Elsewhere it is that of the process, and stays.
const isPerThread = process.platform === 'linux';

/** Lowers the priority of the calling thread: `nice` from 1 to 19, the lowest. */
export function lowerThreadPriority(nice: number): void {
  if (isPerThread) setPriority(0, nice);
}

/**
 * Lowers the priority of V8's helper threads, which collect garbage and compile for all threads of the process. Node names
 * them from version 24 on; those of older versions stay as they are.
 */
export function lowerHelperPriority(nice: number): void {
  if (!isPerThread) return;
  for (const thread of readdirSync(THREADS)) {
    if (nameOf(thread) === HELPER) setPriority(Number(thread), nice);
  }
}

function nameOf(thread: string): string | undefined {
  try {
    return readFileSync(`${THREADS}/${thread}/comm`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
