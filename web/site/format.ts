import type { Language } from './language.ts';

/** Dates, times and numbers in the language of the page; times are UTC, which the page says. */
export interface Format {
  number(value: number): string;
  /**
   * A share from 0 to 1 as a percentage with at most two digits after the point. Only nothing is 0 %, and only the whole is 100 %.
   */
  percent(share: number): string;
  /** A date, such as 22 Nov 2026. */
  date(instant: string | number | Date): string;
  /** A date with the time of day in UTC. */
  time(instant: string | number | Date): string;
  /** The distance from one instant to another in the largest unit that fits, such as "in 3 hours". */
  relative(instant: string | number | Date, now: Date): string;
  /** The form of a noun for a number: `one` or `other`. */
  plural(value: number, forms: { readonly one: string; readonly other: string }): string;
  /** The name of a country by its code (ISO 3166-1 alpha-2). */
  region(code: string): string;
  /** A list of words, such as "a, b and c". */
  list(words: readonly string[]): string;
}

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A day and a time of day, as options of Intl.DateTimeFormat. */
export const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
export const CLOCK = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;

export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
const cached = new Map<Language, Format>();

export function formatFor(language: Language): Format {
  let format = cached.get(language);
  if (format === undefined) cached.set(language, (format = createFormat(LOCALES[language])));
  return format;
}

function createFormat(locale: string): Format {
  const numbers = new Intl.NumberFormat(locale);
  const dates = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, { ...DAY, ...CLOCK, timeZone: 'UTC' });
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const dateOf = remember();
  const timeOf = remember();
  const distanceOf = remember();
  const plurals = new Intl.PluralRules(locale);
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  // Numbers below a thousand are the same in all languages of the catalogue.
  const number = (value: number) =>
    Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : numbers.format(value);
  return {
    number,
    percent(share) {
      const rounded = Math.round(share * 10_000) / 100;
      if (share > 0 && rounded === 0) return `< ${number(0.01)} %`;
      if (share < 1 && rounded === 100) return `> ${number(99.99)} %`;
      return `${number(rounded)} %`;
    },
    date: (instant) => dateOf(String(instant), () => dates.format(new Date(instant))),
    time: (instant) => timeOf(String(instant), () => times.format(new Date(instant))),
    relative(instant, now) {
      const seconds = (new Date(instant).getTime() - now.getTime()) / 1_000;
      const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
      const distance = Math.trunc(seconds / size);
      return distanceOf(`${distance} ${unit}`, () => distances.format(distance, unit));
    },
    plural: (value, { one, other }) => (plurals.select(value) === 'one' ? one : other),
    region: (code) => regions.of(code) ?? code,
    list: (words) => lists.format(words),
  };
}

const MAX_REMEMBERED = 2_000;

/** Remembers texts that are slow to make and repeat on most pages; forgets all of them when they are too many. */
function remember(): (key: string, make: () => string) => string {
  const texts = new Map<string, string>();
  return (key, make) => {
    let text = texts.get(key);
    if (text === undefined) {
      if (texts.size >= MAX_REMEMBERED) texts.clear();
      text = make();
      texts.set(key, text);
    }
    return text;
  };
}
