const FIRST_MS = 100;
const MAX_MS = 3_000;

/** Milliseconds to wait after this number of consecutive failures. */
export function retryPause(failures: number): number {
  return Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}
