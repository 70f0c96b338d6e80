import { z } from 'zod';

const LONGEST_ADDRESS = 254;
const ADDRESS =
  /^[a-zA-Z0-9_+-]+(?:\.[a-zA-Z0-9_+-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z][a-zA-Z0-9-]{0,61}[a-zA-Z0-9]$/;

/**
 * One plain e-mail address (RFC 5321 Mailbox without quoting, comments, literals or lists), lower-cased.
 * Stricter than the RFC on purpose: what passes cannot name a second recipient or a header. The case is folded last,
 * so that no character outside of ASCII can turn into one of it.
 */
export const emailAddress = z
  .string('is required: send an e-mail address.')
  .trim()
  .max(LONGEST_ADDRESS, `is too long: shorten it to ${LONGEST_ADDRESS} characters.`)
  .regex(ADDRESS, 'must be one plain e-mail address, such as name@example.com.')
  .refine((value) => value.indexOf('@') <= 64, 'must have at most 64 characters before the @.')
  .toLowerCase();
