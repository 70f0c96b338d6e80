import { z } from 'zod';

/** The latest instant that this service shows, in Unix milliseconds: years have four digits in RFC 3339. */
export const LATEST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);

const MIN = new Date('0001-01-01T00:00:00Z');
const MAX = new Date('9999-12-31T23:59:59.999Z');
const INSTANT = 'must be an instant (RFC 3339) of the years 1 to 9999.';

/** An instant of the years 1 to 9999, which statements and RFC 3339 can write. */
export function requiredInstant(message = INSTANT) {
  return z.date(message).min(MIN, message).max(MAX, message);
}

/** An instant as a text of RFC 3339, which may have small letters (section 5.6). */
export function instantText(message = INSTANT) {
  return z
    .string(message)
    .toUpperCase()
    .pipe(z.iso.datetime({ offset: true, error: message }))
    .transform((text) => new Date(text));
}

/** An instant of the years 1 to 9999, also as such a text. */
export function instantOrText(message: string) {
  return z.union([instantText(message), z.date()], message).pipe(requiredInstant(message));
}
