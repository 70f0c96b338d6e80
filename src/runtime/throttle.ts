import { setTimeout as after } from 'node:timers/promises';

/** Slows work down to make room for requests. */
export interface Throttle {
  /** Whether requests come first now, so that steps should be small. */
  isOn(): boolean;
  /** Rests after a step that took `ms`, where requests come first. */
  rest(ms: number): Promise<void>;
}

// One part of work, twelve parts of rest.
const REST_FACTOR = 12;
// Bounds the rest after a step that was slow because it had to wait.
const LONGEST_REST_MS = 400;

/** Throttles while `requestsComeFirst`: a rest takes twelve times its step, 400 ms at most. */
export function createThrottle(requestsComeFirst: () => boolean): Throttle {
  return {
    isOn: requestsComeFirst,
    async rest(ms) {
      if (requestsComeFirst()) await after(Math.min(ms * REST_FACTOR, LONGEST_REST_MS));
    },
  };
}

/** Work without other requests beside it. */
export const noThrottle: Throttle = createThrottle(() => false);
