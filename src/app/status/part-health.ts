import type { PartHealth } from '../../core/status/service-health.ts';

export const OK: PartHealth = { state: 'OK', lagSeconds: null };
export const OFF: PartHealth = { state: 'OFF', lagSeconds: null };
export const DOWN: PartHealth = { state: 'DOWN', lagSeconds: null };

/** A part that is behind for longer, in seconds, is LATE. */
const LATE_SECONDS = 30;

/** The health of a part that is so many seconds behind. */
export function toLag(seconds: number, lateSeconds = LATE_SECONDS): PartHealth {
  return { state: seconds > lateSeconds ? 'LATE' : 'OK', lagSeconds: Math.floor(seconds) };
}
