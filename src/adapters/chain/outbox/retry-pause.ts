const FIRST_MS = 100;
const LONGEST_MS = 3_000;

/** Milliseconds to wait after so many failures in a row. */
export function retryPause(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
}
