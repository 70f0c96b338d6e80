// Seconds after each failed attempt: eight attempts within 28 hours.
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
const JITTER = 0.1;

/** No attempt comes later after the one before, in seconds. */
export const LONGEST_PAUSE_SECONDS = Math.ceil(Math.max(...PAUSES) * (1 + JITTER));

/**
 * Seconds from a failed attempt to the next one, undefined after the last (Standard Webhooks 1.0, deliverability).
 * `tries` counts the attempts before the failed one. `chance`, from 0 to 1, adds jitter, so that a receiver that was down
 * does not get all its messages at once.
 */
export function pauseAfter(tries: number, chance: number): number | undefined {
  const pause = PAUSES[tries];
  return pause === undefined ? undefined : Math.ceil(pause * (1 + JITTER * chance));
}
