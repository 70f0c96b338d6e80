import type { check } from '../texts/en/check.ts';

/** The texts of the check, in one of the languages. */
export type CheckTexts = typeof check;
