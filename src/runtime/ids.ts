import { randomUUID } from 'node:crypto';

/** Ids that sort by time: the prefix, then 48 bits of milliseconds and 80 random bits in hexadecimal (like UUIDv7, RFC 9562). */
export const ids = {
  next(prefix: string): string {
    // Node makes the bits of many UUIDs at once. Their third and fourth parts have bits of the version.
    const uuid = randomUUID();
    return `${prefix}_${Date.now().toString(16).padStart(12, '0')}${uuid.slice(0, 8)}${uuid.slice(-12)}`;
  },
};
