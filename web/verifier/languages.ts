import { check as checkDe } from '../texts/de/check.ts';
import { verifier as verifierDe } from '../texts/de/verifier.ts';
import { check as checkEn } from '../texts/en/check.ts';
import { verifier as verifierEn } from '../texts/en/verifier.ts';

/** The languages of the verifier, each with its own name and texts. */
export const LANGUAGES = {
  en: { name: 'English', check: checkEn, own: verifierEn },
  de: { name: 'Deutsch', check: checkDe, own: verifierDe },
};

export type Language = keyof typeof LANGUAGES;
export type VerifierTexts = (typeof LANGUAGES)[Language];
