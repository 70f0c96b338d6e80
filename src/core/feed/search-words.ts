const MAX_SEARCH_TERMS = 16;
const MAX_WORD = 64;

/** The stemmers of the search; the script of a word selects one. */
export const STEMMERS = ['english', 'russian', 'greek', 'arabic'] as const;
export type Stemmer = (typeof STEMMERS)[number];

/** A normalised word of a text, and the stemmer for it. */
export interface SearchWord {
  readonly text: string;
  /** Undefined for words that are not stemmed. */
  readonly stemmer: Stemmer | undefined;
}

/** A word of a search phrase, which must occur in a listing. */
export interface SearchTerm extends SearchWord {
  /** Whether the beginning of a longer word matches too. */
  readonly isPrefix: boolean;
}

// Letters for which people type other letters, and which Unicode does not decompose into those.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ـ: '',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
// In other scripts, such as Japanese, Thai and those of India, a mark changes the letter's sound, so it is not removed.
const OPTIONAL_MARKS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{Mn}+/gu;
// No text has more (Unicode Standard Annex 15, section 13); normalisation takes time with the square of their number.
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** The text without differences of case, compatibility forms, accents, vowel marks and letter variants. */
export function foldText(value: string): string {
  return value
    .replace(EXCESS_MARKS, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(OPTIONAL_MARKS, '$1')
    .replaceAll('е\u0308', 'е')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? '');
}

/** The form in which names are compared: without differences of case and compatibility forms, but with accents. */
export function foldName(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replace(/[ßς]/gu, (letter) => LETTERS[letter] ?? '')
    .normalize('NFC');
}

const UNSPACED = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]`;
const PIECE = new RegExp(`${UNSPACED}+|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`, 'gv');
const IS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v');

/**
 * The distinct words of a text. Scripts without spaces between words give each pair of neighbouring characters, and the
 * last character alone, so that any part of the text can be found.
 */
export function searchWords(value: string): SearchWord[] {
  const words = new Map<string, SearchWord>();
  for (const [piece] of foldText(value).matchAll(PIECE)) {
    for (const text of IS_UNSPACED.test(piece) ? pairsOf(piece) : [truncate(piece)])
      if (!words.has(text)) words.set(text, { text, stemmer: stemmerOf(text) });
  }
  return [...words.values()];
}

/** The terms of a search phrase, at most 16: words, beginnings of words, or pairs of characters. */
export function searchTerms(phrase: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const [piece] of foldText(phrase).matchAll(PIECE)) {
    if (!IS_UNSPACED.test(piece)) {
      const text = truncate(piece);
      terms.set(text, { text, stemmer: stemmerOf(text), isPrefix: true });
      continue;
    }
    const pairs = pairsOf(piece);
    const inner = pairs.length > 1 ? pairs.slice(0, -1) : pairs;
    for (const text of inner) {
      const isPrefix = pairs.length === 1;
      if (!terms.has(text)) terms.set(text, { text, stemmer: undefined, isPrefix });
    }
  }
  return [...terms.values()].slice(0, MAX_SEARCH_TERMS);
}

function pairsOf(piece: string): string[] {
  const characters = Array.from(piece);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function truncate(word: string): string {
  return word.slice(0, MAX_WORD).toWellFormed();
}

const SCRIPTS: readonly (readonly [RegExp, Stemmer])[] = [
  [/^[a-z]{3,}$/u, 'english'],
  [/^\p{Script=Cyrillic}{3,}$/u, 'russian'],
  [/^\p{Script=Greek}{3,}$/u, 'greek'],
  [/^\p{Script=Arabic}{3,}$/u, 'arabic'],
];

function stemmerOf(word: string): Stemmer | undefined {
  return SCRIPTS.find(([script]) => script.test(word))?.[1];
}

const SHORTEST_CORRECTED = 4;
const MAX_CORRECTED = 24;
const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u;

/** Whether the search allows a typing error in the word: not in numbers, short or very long words and pairs of characters. */
export function isCorrected(word: string): boolean {
  return (
    word.length >= SHORTEST_CORRECTED &&
    word.length <= MAX_CORRECTED &&
    ONLY_LETTERS.test(word) &&
    !IS_UNSPACED.test(word)
  );
}

/** Whether two words differ by one typing error: a wrong, missing or extra letter, or two exchanged neighbours. */
export function isOneErrorApart(one: string, other: string): boolean {
  const [short, long] =
    one.length <= other.length ? [Array.from(one), Array.from(other)] : [Array.from(other), Array.from(one)];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [less, more] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  if (more.length === 1) return less.length <= 1;
  return less.length === 2 && more.length === 2 && less[0] === more[1] && less[1] === more[0];
}
