/** The latest instant that this service shows, in Unix milliseconds: years have four digits in RFC 3339. */
export const LATEST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);
