import { z } from 'zod';

/** A boolean that may be left out; absent and null give the fallback. */
export function flag(fallback = false) {
  return z
    .boolean('must be true or false.')
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback });
}
