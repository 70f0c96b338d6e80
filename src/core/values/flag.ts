import { z } from 'zod';

/** Absent or null is false. */
export function flag(fallback = false) {
  return z
    .boolean('must be true or false.')
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback });
}
