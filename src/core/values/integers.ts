import { z } from 'zod';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * A whole number from `min` (0 or more) to `max` (at most 2^53 - 1), both included: a JSON number, or decimal digits
 * without sign and leading zeros. The output is a number.
 */
export function wholeNumber({ min, max }: Bounds) {
  const range = `a whole number from ${min} to ${max}.`;
  const message = `must be ${range}`;
  const digits = z
    .string(message)
    .regex(/^(?:0|[1-9]\d{0,15})$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
  return z.union([z.int({ error: message, abort: true }).min(min, message).max(max, message), digits], {
    error: ({ input }) => (input === undefined ? `is required: send ${range}` : message),
  });
}
