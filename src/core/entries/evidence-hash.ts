import { z } from 'zod';

/** The hash of a reference on chain, in an input. */
export const evidenceHash = z.object({
  hash: z
    .string()
    .regex(/^0x[\da-f]{64}$/i, 'must be 32 bytes, 0x hex.')
    .transform((hash) => hash.toLowerCase()),
});
