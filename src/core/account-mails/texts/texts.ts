import type { Language } from '../../languages.ts';
import { GERMAN_ACCOUNT_MAILS } from './de.ts';
import { ENGLISH_ACCOUNT_MAILS, type AccountMailTexts } from './en.ts';

/** The texts of mails to accounts. */
export const ACCOUNT_MAIL_TEXTS: Readonly<Record<Language, AccountMailTexts>> = {
  en: ENGLISH_ACCOUNT_MAILS,
  de: GERMAN_ACCOUNT_MAILS,
};
