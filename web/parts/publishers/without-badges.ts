// Check marks and what resembles them, with the selectors of their emoji forms.
const MARKS =
  /[\u2713\u2714\u2705\u2611\u237b\u221a\u{10102}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1fbb1}][\ufe0e\ufe0f\u20e3]*/gu;
const SEPARATORS = /([\s|•·:–—_/\\()[\]{}<>«»【】〔〕「」~*-]+)/u;
const OPENS = /[([{<«【〔「]\s*$/u;
const CLOSES = /^\s*[)\]}>»】〕」]/u;
const EMPTY_BRACKETS = /\(\s*\)|\[\s*\]|\{\s*\}|<\s*>|«\s*»|【\s*】|〔\s*〕|「\s*」/gu;
const EDGES = /^[\s,;|•·:–—_/\\~*-]+|(?<![\s,;|•·:–—_/\\~*-])[\s,;|•·:–—_/\\~*-]+$/gu;
const VISIBLE = /[\p{L}\p{N}\p{S}]/u;

/** Letters of other scripts, digits and signs that look like Latin letters of the words. */
const LOOKALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['a', 'аαɑ@4'],
    ['c', 'сϲƈ'],
    ['d', 'ԁɗ'],
    ['e', 'еєε3ҽ'],
    ['f', 'ƒϝ'],
    ['g', 'ɡց9'],
    ['i', 'іıιӏ1!|lɩ'],
    ['o', 'оοօ0'],
    ['p', 'рρ'],
    ['r', 'гᴦ'],
    ['t', 'т7'],
    ['u', 'υսц'],
    ['v', 'νѵ'],
    ['z', 'ᴢ2'],
  ].flatMap(([letter = '', others = '']) => Array.from(others, (other) => [other, letter])),
);

/** The words with which pages show a proven domain; alone they are no badge. */
const PHRASES: readonly (readonly [string, string])[] = (
  [
    ['proven', 'since'],
    ['proven', 'domain'],
    ['nachgewiesen', 'seit'],
    ['nachgewiesene', 'domain'],
    ['nachgewiesener', 'domain'],
    ['bewiesen', 'seit'],
  ] as const
).map(([first, second]) => [fold(first), fold(second)]);

/** The words of badges in the languages of the site, as `fold` writes them, and phrases without their space. */
const WORDS: ReadonlySet<string> = new Set([
  ...PHRASES.map((phrase) => phrase.join('')),
  ...[
    'verified',
    'official',
    'verifiziert',
    'gepruft',
    'offiziell',
    'offizielle',
    'offizieller',
    'offizielles',
  ].map((word) => fold(word)),
]);
/** The shortest word that is found when its letters stand apart. */
const SHORTEST = 6;

// Most words are none of these, which the slower `fold` need not find out.
const ASCII = /^[\x20-\x7e]*$/;
/** Signs and then a letter with which a word begins, or what resembles it; for words of ASCII. */
const BEGINS = /^[^a-z0-9@!|]*[vogpnb09]/i;
/** A word of the date after `since`: a number, or the name of a month. */
const DATE =
  /^(?:\p{N}[\p{L}\p{N}.,]*|(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[\p{L}.,]*)$/iu;
const DATE_WORDS = 3;
const TWO_LETTERS = /[a-z].*[a-z]/i;

/**
 * A name or a title as pages show it: without what imitates the badge that only the operator awards. Check marks are left out
 * everywhere. The words of badges are left out of names everywhere, and of titles at both ends and alone in brackets: in the middle
 * of a title they are part of a sentence. Undefined when nothing is left.
 */
export function withoutBadges(text: string, kind: 'name' | 'title'): string | undefined {
  const parts = text.replace(MARKS, ' ').split(SEPARATORS);
  // Words have even indexes, the separators between them odd ones.
  const words = parts.flatMap((part, index) => (index % 2 === 0 && part !== '' ? index : []));
  const badges = new Set([...badgesIn(parts), ...apartIn(parts), ...phrasesIn(parts, words)]);
  const dropped =
    kind === 'name' ? badges : new Set([...atEnds(words, badges), ...bracketed(parts, words, badges)]);
  if (dropped.size === 0 && parts.length > 0 && !MARKED.test(text))
    return VISIBLE.test(text) ? text : undefined;
  const shown = parts
    .map((part, index) => (dropped.has(index) ? '' : part))
    .join('')
    .replace(EMPTY_BRACKETS, ' ')
    .replace(/\s+/gu, ' ')
    .replace(EDGES, '');
  return VISIBLE.test(shown) ? shown : undefined;
}

// Without the flag g, whose object remembers a position.
const MARKED = new RegExp(MARKS.source, 'u');

function badgesIn(parts: readonly string[]): number[] {
  return parts.flatMap((part, index) => (index % 2 === 0 && isBadge(part) ? index : []));
}

function isBadge(part: string): boolean {
  if (part.length < SHORTEST || (ASCII.test(part) && !BEGINS.test(part))) return false;
  return WORDS.has(fold(part));
}

/** The words of a proven domain, and those of a date that follow them. */
function phrasesIn(parts: readonly string[], words: readonly number[]): number[] {
  return words.flatMap((index, position) => {
    const part = parts[index] ?? '';
    if (part.length < SHORTEST || (ASCII.test(part) && !BEGINS.test(part))) return [];
    const first = fold(part);
    const [next = -1, ...later] = words.slice(position + 1, position + 2 + DATE_WORDS);
    const second = fold(parts[next] ?? '');
    if (!PHRASES.some((phrase) => phrase[0] === first && phrase[1] === second)) return [];
    const end = later.findIndex((each) => !DATE.test(parts[each] ?? ''));
    return [index, next, ...(end === -1 ? later : later.slice(0, end))];
  });
}

function isLetter(part: string): boolean {
  return part !== '' && !TWO_LETTERS.test(part) && fold(part).length === 1;
}

/** The letters of badge words that are written apart, such as V E R I F I E D. */
function apartIn(parts: readonly string[]): number[] {
  const found: number[] = [];
  let run: number[] = [];
  for (const [index, part] of [...parts, '', ''].entries()) {
    if (index % 2 === 1) continue;
    if (isLetter(part)) {
      run.push(index);
      continue;
    }
    const word = run.map((at) => fold(parts[at] ?? '')).join('');
    if (word.length >= SHORTEST && WORDS.has(word)) found.push(...run);
    run = [];
  }
  return found;
}

/** The badges before all other words, and after them. */
function atEnds(words: readonly number[], badges: ReadonlySet<number>): number[] {
  const first = words.findIndex((index) => !badges.has(index));
  if (first === -1) return [...words];
  const last = words.findLastIndex((index) => !badges.has(index));
  return [...words.slice(0, first), ...words.slice(last + 1)];
}

/** The badges that stand alone in brackets. */
function bracketed(
  parts: readonly string[],
  words: readonly number[],
  badges: ReadonlySet<number>,
): readonly number[] {
  const found: number[] = [];
  let run: number[] = [];
  for (const index of words) {
    if (OPENS.test(parts[index - 1] ?? '')) run = [];
    run.push(index);
    if (!CLOSES.test(parts[index + 1] ?? '')) continue;
    const opens = OPENS.test(parts[(run[0] ?? 0) - 1] ?? '');
    if (opens && run.every((each) => badges.has(each))) found.push(...run);
    run = [];
  }
  return found;
}

/** The letters of a word without case, accents, styles and signs, with look-alikes as Latin letters; l is i, which it resembles. */
function fold(word: string): string {
  let folded = '';
  for (const character of word.normalize('NFKD').toLowerCase()) {
    const letter = LOOKALIKES[character] ?? character;
    if (/\p{L}/u.test(letter)) folded += letter;
  }
  return folded;
}
