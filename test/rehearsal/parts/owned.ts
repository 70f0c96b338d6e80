/*
 * What a rehearsal started and has to end, however it ends itself: processes end with this process (endWithThisProcess), and what
 * needs more than that is ended here, in the reverse order of its start.
 */
const endings = new Set<() => void>();

/** Calls `end` at `endAll`. It must not wait. */
export function own(end: () => void): void {
  endings.add(end);
}

/** Ends everything now. */
export function endAll(): void {
  for (const end of [...endings].toReversed()) attempt(end);
  endings.clear();
}

/** Ends everything when this process exits, also after Ctrl-C. */
export function endAllAtExit(): void {
  process.on('exit', endAll);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.on(signal, () => process.exit(code));
}

function attempt(end: () => void): void {
  try {
    end();
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
}
