import { z } from 'zod';

/** 32 bytes as 0x and 64 hexadecimal digits; the output is in lower case. */
export function hash() {
  const form = '0x and 64 hexadecimal digits.';
  return z
    .string({ error: ({ input }) => (input === undefined ? `is required: send ${form}` : `must be ${form}`) })
    .trim()
    .regex(/^0x[\da-fA-F]{64}$/, `must be ${form}`)
    .toLowerCase();
}
