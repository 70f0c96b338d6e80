import type { Language } from '../../../languages.ts';
import { GERMAN_REPORT_MAILS } from './de.ts';
import { ENGLISH_REPORT_MAILS, type ReportMailTexts } from './en.ts';

export type { ReportMailTexts };

/** The texts of mails about reports. */
export const REPORT_MAIL_TEXTS: Readonly<Record<Language, ReportMailTexts>> = {
  en: ENGLISH_REPORT_MAILS,
  de: GERMAN_REPORT_MAILS,
};
