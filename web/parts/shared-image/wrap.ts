/** The usual width of characters in bold DejaVu Sans, in em. The server measures what it draws, and draws it smaller if needed. */
const WIDTHS = [
  [/^[\p{M}\p{Cf}]/u, 0],
  [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1.1],
  [/^[ijlI.,:;'|!()[\] frt1-]/, 0.42],
  [/^[MWmw@%—…]/, 1.1],
  [/^\p{Lu}/u, 0.78],
] as const;
const OTHER_WIDTH = 0.68;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text in at most so many lines of a width in em: broken between words, or within one that is longer than a line. */
export function wrap(text: string, width: number, maxLines: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const part of partsOf(text, width)) {
    const added = widthOf(part);
    if (used + added > width && line !== '') {
      lines.push(line.trim());
      [line, used] = ['', 0];
      if (lines.length === maxLines) return [...lines.slice(0, -1), `${lines.at(-1)}…`];
    }
    if (line === '' && part.trim() === '') continue;
    line += part;
    used += added;
  }
  return [...lines, line.trim()].filter((each) => each !== '');
}

function partsOf(text: string, width: number): readonly string[] {
  return [...words.segment(text)].flatMap(({ segment }) =>
    widthOf(segment) <= width ? [segment] : charactersOf(segment),
  );
}

function charactersOf(text: string): readonly string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

function widthOf(text: string): number {
  return charactersOf(text)
    .map((one): number => WIDTHS.find(([pattern]) => pattern.test(one))?.[1] ?? OTHER_WIDTH)
    .reduce((sum, each) => sum + each, 0);
}
