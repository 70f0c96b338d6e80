import type { Language } from '../languages.ts';

/** A time in mails, to the minute. */
export const FORMAT_MINUTE: Readonly<Record<Language, (at: Date) => string>> = {
  en: (at) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  de: (at) => {
    const [, year, month, day, time] = /^([+-]?\d+)-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(at.toISOString()) ?? [];
    return `${day}.${month}.${year} um ${time} Uhr (UTC)`;
  },
};

/** The text of a mail. */
export const toText = (paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`;

/** Control characters, and those of bidirectional text, which let a line read as another one. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** A text that somebody wrote, as a part of a line. */
export const toOneLine = (text: string) => text.replaceAll(CONTROLS, ' ').trim();
