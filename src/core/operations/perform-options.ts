import { z } from 'zod';

/** The options of a provider's request, as the client sent them. */
export interface PerformOptions {
  readonly requestId: string;
  /** Repetitions with the same key, 1 to 255 visible ASCII characters, have no second effect. */
  readonly idempotencyKey?: unknown;
  /** Seconds to wait for the chain, 0 to 60; 25 by default. */
  readonly wait?: unknown;
}

/** Seconds that a response waits for the chain when the request does not say. */
export const DEFAULT_WAIT = 25;
/** The most seconds that a request can wait for the chain. */
export const MAX_WAIT = 60;
const keyMessage = 'must be 1 to 255 visible ASCII characters.';
const waitMessage = `must be a whole number of seconds from 0 to ${MAX_WAIT}.`;

/** The schema of the options. */
export const performOptions = z.object({
  idempotencyKey: z
    .string(keyMessage)
    .regex(/^[\x21-\x7e]{1,255}$/, keyMessage)
    .nullish(),
  wait: z
    .int(waitMessage)
    .min(0, waitMessage)
    .max(MAX_WAIT, waitMessage)
    .nullish()
    .transform((wait) => wait ?? DEFAULT_WAIT),
});
