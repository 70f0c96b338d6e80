type Fetch = typeof globalThis.fetch;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The longest wait that a server may ask for (RFC 9110, 10.2.3); a longer one is a response. */
const LONGEST_WAIT_MS = 120_000;

/**
 * A fetch that repeats a request up to so many times: after network failures, 429 and 5xx, for the time in Retry-After, else with
 * exponential back-off and jitter. All requests of the gateway's interfaces may be repeated.
 */
export function withRetries(fetch: Fetch, retries: number): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      let pauseMs: number;
      try {
        const response = await fetch(isLast ? request : request.clone());
        if (response.status !== 429 && response.status < 500) return response;
        const requested = 1_000 * Number(response.headers.get('retry-after') ?? Number.NaN);
        if (isLast || requested > LONGEST_WAIT_MS) return response;
        pauseMs = Number.isFinite(requested) ? requested : backOff(attempt);
        await response.body?.cancel();
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
        pauseMs = backOff(attempt);
      }
      await pause(pauseMs, request.signal);
    }
  };
}

function backOff(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
