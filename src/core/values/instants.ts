import { z } from 'zod';

/** The latest instant that this service shows, in Unix milliseconds: years have four digits in RFC 3339. */
export const LATEST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);

const MIN = new Date('0001-01-01T00:00:00Z');
const MAX = new Date('9999-12-31T23:59:59.999Z');

/** An instant of the years 1 to 9999, which statements and RFC 3339 can write. */
export function requiredInstant(message = 'must be an instant (RFC 3339) of the years 1 to 9999.') {
  return z.date(message).min(MIN, message).max(MAX, message);
}

/** The same, also as a text of RFC 3339. */
export function instantOrText(message: string) {
  return z
    .union([z.iso.datetime({ offset: true, error: message }), z.date()], message)
    .transform((value) => new Date(value))
    .pipe(requiredInstant(message));
}
