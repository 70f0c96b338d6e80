const MOST_SEARCH_TERMS = 16;
const LONGEST_WORD = 64;

/** The languages whose endings are taken off, chosen by the script that a word is written in. */
export const STEMMERS = ['english', 'russian', 'greek', 'arabic'] as const;
export type Stemmer = (typeof STEMMERS)[number];

/** One word of a text as the search knows it. */
export interface SearchWord {
  readonly text: string;
  /** Undefined for words that are kept as they are. */
  readonly stemmer: Stemmer | undefined;
}

/** One word of a search phrase, which a listing must have. */
export interface SearchTerm extends SearchWord {
  /** Whether the words of a listing may go on behind it. */
  readonly isPrefix: boolean;
}

// Letters that no decomposition of Unicode leads to the letters that people type for them.
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
// Elsewhere a mark is part of the letter: Japanese, Thai and Indian scripts mean another sound by it.
const OPTIONAL_MARKS =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]\p{Mn}*)\p{Mn}/gu;

/** A text in which case, compatibility forms, accents, vowel marks and spellings of a letter are all one. */
export function foldText(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(OPTIONAL_MARKS, '')
    .replaceAll('е\u0308', 'е')
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? '');
}

/** A name as it is compared with others: case and compatibility forms do not matter, accents do. */
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
 * The distinct words of a text. Scripts that do not divide words by spaces give each pair of neighbouring characters, and
 * the last one alone, so that a part is found wherever it stands.
 */
export function searchWords(value: string): SearchWord[] {
  const words = new Map<string, SearchWord>();
  for (const [piece] of foldText(value).matchAll(PIECE)) {
    for (const text of IS_UNSPACED.test(piece) ? pairsOf(piece) : [cut(piece)])
      if (!words.has(text)) words.set(text, { text, stemmer: stemmerOf(text) });
  }
  return [...words.values()];
}

/** What a listing must have to be found by a phrase: at most 16 words, beginnings of words, or pairs of characters. */
export function searchTerms(phrase: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const [piece] of foldText(phrase).matchAll(PIECE)) {
    if (!IS_UNSPACED.test(piece)) {
      const text = cut(piece);
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
  return [...terms.values()].slice(0, MOST_SEARCH_TERMS);
}

function pairsOf(piece: string): string[] {
  const characters = Array.from(piece);
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function cut(word: string): string {
  return word.slice(0, LONGEST_WORD).toWellFormed();
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
const LONGEST_CORRECTED = 24;
const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u;

/** Whether a typing error in the word is looked for: numbers, short words and pairs of characters are taken as written. */
export function isCorrected(word: string): boolean {
  return (
    word.length >= SHORTEST_CORRECTED &&
    word.length <= LONGEST_CORRECTED &&
    ONLY_LETTERS.test(word) &&
    !IS_UNSPACED.test(word)
  );
}

/** Whether two words are one typing error apart: a letter wrong, missing, too many, or two neighbours exchanged. */
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
