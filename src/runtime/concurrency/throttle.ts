import { setTimeout as after } from 'node:timers/promises';

/** Slows work down to make room for requests. */
export interface Throttle {
  /** Whether requests take precedence now, so that steps should be small. */
  isOn(): boolean;
  /** Pauses after a step that took `ms`, while requests take precedence. */
  rest(ms: number): Promise<void>;
}

// The pause is twelve times as long as the work.
const REST_FACTOR = 12;
// The limit of a pause after a step that was slow because it had to wait.
const MAX_REST_MS = 400;

/** Throttles while `requestsComeFirst`: a pause is twelve times as long as its step, at most 400 ms. */
export function createThrottle(
  requestsComeFirst: () => boolean,
  pause: (ms: number) => Promise<unknown> = after,
): Throttle {
  return {
    isOn: requestsComeFirst,
    async rest(ms) {
      if (requestsComeFirst()) await pause(Math.min(ms * REST_FACTOR, MAX_REST_MS));
    },
  };
}

/** No throttling, where no requests compete with the work. */
export const noThrottle: Throttle = createThrottle(() => false);
