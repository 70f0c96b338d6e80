import { LANGUAGES } from '../../src/adapters/ports/site.ts';
import { de } from '../texts/de.ts';
import { en, type Texts } from '../texts/en.ts';

/** The languages of the catalogue; the first is the default. */
export { LANGUAGES };
export type Language = (typeof LANGUAGES)[number];

export const TEXTS: Readonly<Record<Language, Texts>> = { en, de };
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const MAX_RANGES = 20;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The language that an Accept-Language header prefers (RFC 9110 section 12.5.4). */
export function preferredLanguage(header = ''): Language {
  let best: Language = LANGUAGES[0];
  let bestWeight = 0;
  for (const range of header.split(',', MAX_RANGES)) {
    const [tag = '', parameter] = range
      .toLowerCase()
      .split(';', 2)
      .map((part) => part.trim());
    const weight = parameter === undefined ? 1 : Number(WEIGHT.exec(parameter)?.[1] ?? 0);
    const language = tag === '*' ? LANGUAGES[0] : tag.split('-', 1)[0];
    if (weight > bestWeight && isLanguage(language)) [best, bestWeight] = [language, weight];
  }
  return best;
}
