import { randomBytes } from 'node:crypto';

/** Ids that sort by time: the prefix, then 48 bits of milliseconds and 80 random bits in hexadecimal (like UUIDv7, RFC 9562). */
export const ids = {
  next: (prefix: string): string =>
    `${prefix}_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`,
};
