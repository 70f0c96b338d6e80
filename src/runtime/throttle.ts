import { setTimeout as after } from 'node:timers/promises';

/** How work on the chain makes room for requests. */
export interface Pace {
  /** Whether requests come first now, so that steps must be small. */
  isGentle(): boolean;
  /** Rests after a step that took `ms`, where requests come first. */
  rest(ms: number): Promise<void>;
}

// One part of work to twelve of rest.
const REST_FACTOR = 12;
// Work that was held up itself must not come to a halt.
const LONGEST_REST_MS = 400;

/** A pace that is gentle while `requestsComeFirst`; then a rest takes twelve times its step, 400 ms at most. */
export function createPace(requestsComeFirst: () => boolean): Pace {
  return {
    isGentle: requestsComeFirst,
    async rest(ms) {
      if (requestsComeFirst()) await after(Math.min(ms * REST_FACTOR, LONGEST_REST_MS));
    },
  };
}

/** Where nothing else is to be done. */
export const fullPace: Pace = createPace(() => false);
