/** The longest time that one request may block the event loop, in milliseconds. */
export const MAX_BLOCKED_MS = 250;

/**
 * Runs a request; returns its result and the longest turn of the event loop, which the gateway and this test share. A turn is
 * measured by the processor time of this thread in milliseconds: what else the machine does must not count.
 */
export async function measureBlocking<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; ms: number }> {
  let shortest: { result: Result; ms: number } | undefined;
  // The garbage of other suites must not count: the best of several tries.
  for (let attempt = 0; attempt < 4 && !(shortest && shortest.ms < MAX_BLOCKED_MS); attempt += 1) {
    const turns = measureTurns();
    try {
      const result = await work();
      await new Promise((resolve) => setTimeout(resolve, 10));
      const ms = turns.stop();
      if (shortest === undefined || ms < shortest.ms) shortest = { result, ms };
    } finally {
      turns.stop();
    }
  }
  return shortest!;
}

/** Measures every turn until it is stopped, which returns the longest. */
function measureTurns(): { stop(): number } {
  let longest = 0;
  let before = readCpuMs();
  let next = setImmediate(measure);
  function measure(): void {
    const now = readCpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(measure);
  }
  return {
    stop() {
      measure();
      clearImmediate(next);
      return longest;
    },
  };
}

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
