import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const paths = new Set<string>();

/**
 * Removes a file or folder when a signal ends this process, which ends by that signal all the same. For commands: a server stops in
 * its own way.
 */
export function removeAtSignals(path: string): void {
  if (paths.size === 0) for (const signal of SIGNALS) process.on(signal, endBy);
  paths.add(path);
}

/** Takes that back. */
export function keepAtSignals(path: string): void {
  if (paths.delete(path) && paths.size === 0) restoreSignals();
}

function endBy(signal: NodeJS.Signals): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  paths.clear();
  restoreSignals();
  process.kill(process.pid, signal);
}

function restoreSignals(): void {
  for (const signal of SIGNALS) process.off(signal, endBy);
}
