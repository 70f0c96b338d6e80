import { z } from 'zod';
import { wholeNumber } from '../values/integers.ts';
import { HIGHEST_ROUND } from '../rounds/schedule.ts';
import { optionalText, requiredText } from '../values/text.ts';

const LONGEST_URI = 2048;
const uriMessage =
  'must be an absolute URI of https, http, ipfs or ar without user name, password or white space.';
const URI =
  /^(?:https?:\/\/(?![^/?#]*@)[^\s\p{Cc}<>"\\/?#]|ipfs:\/\/[^\s\p{Cc}<>"\\/?#]|ar:\/\/[^\s\p{Cc}<>"\\/?#])[^\s\p{Cc}<>"\\]*$/iu;

/** The provider's own name for a giveaway. */
export const giveawayId = requiredText(128);
export const passportId = wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER });
/** What the trees of entries hold. */
export const amount = wholeNumber({ min: 1, max: 2 ** 32 - 1 });
export const roundIndex = wholeNumber({ min: 0, max: HIGHEST_ROUND });
export const reasonCode = wholeNumber({ min: 0, max: 65_535 })
  .nullish()
  .transform((code) => code ?? 0)
  .meta({ default: 0 });
export const evidence = optionalText(512, null);
export const title = optionalText(160, '');
export const description = optionalText(4000, '');

/** Absent or null is false. */
export function flag(fallback = false) {
  return z
    .boolean('must be true or false.')
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ default: fallback });
}

/** An absolute URI; absent, null and empty give ''. */
export function optionalUri() {
  return optionalText(LONGEST_URI, '').refine((value) => value === '' || URI.test(value), uriMessage);
}

/** An absolute URI that must be given. */
export function requiredUri() {
  return requiredText(LONGEST_URI).refine((value) => value === '' || URI.test(value), uriMessage);
}

/** A wallet that may be left out; absent, null and empty give null. The zero address is nobody's, and no way to say none. */
export function optionalWallet() {
  const message = 'must be 0x and 40 hexadecimal digits.';
  return z
    .string(message)
    .regex(/^(?:0x[\da-fA-F]{40})?$/, message)
    .refine(
      (value) => !/^0x0{40}$/.test(value),
      'is the zero address, which is no wallet: name one, or leave it out.',
    )
    .nullish()
    .transform((value) => value || null);
}

/** 32 bytes as 0x and 64 hexadecimal digits; the output is in lower case. */
export function hash() {
  const form = '0x and 64 hexadecimal digits.';
  return z
    .string({ error: ({ input }) => (input === undefined ? `is required: send ${form}` : `must be ${form}`) })
    .trim()
    .regex(/^0x[\da-fA-F]{64}$/, `must be ${form}`)
    .toLowerCase();
}
