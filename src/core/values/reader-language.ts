import { z } from 'zod';
import { toLanguage } from '../languages.ts';

/** The length that RFC 5646 4.4.1 asks of everybody who stores tags. */
const MAX_TAG = 35;

/** The language in which somebody reads e-mails, by a tag such as `de-AT`; null without one. */
export const readerLanguage = z
  .string()
  .max(MAX_TAG, `is not a language tag, such as de: send at most ${MAX_TAG} characters.`)
  .nullish()
  .transform((tag) => (tag ? toLanguage(tag) : null));
