import { z } from 'zod';
import { requiredText } from './text.ts';

const MAX_NAMES = 50;

/** Names of platforms of which a listing has one. */
export const anyPlatform = anyName(80).describe('Any of these platforms, case-insensitive.');
/** Names of providers of which a listing has one. */
export const anyProvider = anyName(120).describe('Any of these providers, case-insensitive.');

function anyName(limit: number) {
  return z
    .array(requiredText(limit), 'must be a list of strings.')
    .max(MAX_NAMES, `has too many entries: send at most ${MAX_NAMES}.`)
    .nullish();
}
