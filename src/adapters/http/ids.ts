import { randomBytes } from 'node:crypto';
import type { Ids } from '../../core/ids.ts';

/** Ids that sort by time: the prefix, 48 bits of milliseconds, 80 random bits, as hexadecimal (as in RFC 9562, version 7). */
export const ids: Ids = {
  next: (prefix) =>
    `${prefix}_${Date.now().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`,
};
