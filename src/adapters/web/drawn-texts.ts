import type { ResvgRenderOptions } from '@resvg/resvg-js';

/** Converts an SVG image to one whose texts are outlines. */
export type Outline = (svg: string, font: Fonts) => string;
export type Fonts = NonNullable<ResvgRenderOptions['font']>;

/** An element whose text may have any characters, and the text for the case that too few of them can be drawn. */
const TEXT = /(<text\b[^>]*?) data-otherwise="([^"]*)"([^>]*>)([^<]*)(?=<\/text>)/g;
/** Texts below each other that have room for a width. */
const GROUP = /<g data-width="(\d+)" font-size="(\d+)"([^>]*)>(.*?)<\/g>/g;
/** The characters that markup escapes. */
const ESCAPED = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" } as const;
const OUTLINE = /<g id="c(\d+)">\s*<path[^>]* d="([^"]*)"/g;
/** Characters that have no outline of their own. */
const INVISIBLE = /^(?:\p{Default_Ignorable_Code_Point}|\p{Zs})$/u;
const LETTER = /[\p{L}\p{N}]/u;
/** No font has an outline for a character of private use. */
const UNKNOWN = '\u{10fffd}';
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The image with texts that the fonts can draw: without the characters for which no font has an outline, and with the other text
 * of an element when fewer than half of its letters remain. The fonts of the system are loaded only for characters that
 * `fonts` lack; `fonts` of the result are those that draw it.
 */
export function withDrawnTexts(
  svg: string,
  fonts: Fonts,
  outline: Outline,
): { readonly svg: string; readonly fonts: Fonts } {
  const all = [...svg.matchAll(TEXT)].flatMap(([, , , , text = '']) => charactersOf(unescape(text)));
  const asked = new Set(all.filter((one) => !INVISIBLE.test(one)));
  const lacking = findLacking(asked, fonts, outline);
  if (lacking.size === 0) return { svg: svg.replaceAll(TEXT, '$1$3$4'), fonts };
  const withSystem = { ...fonts, loadSystemFonts: true };
  const undrawn = findLacking(lacking, withSystem, outline);
  return {
    svg: svg.replaceAll(TEXT, (_all, start: string, otherwise: string, end: string, text: string) => {
      const drawn = withoutCharacters(unescape(text), undrawn);
      return `${start}${end}${drawn === undefined ? otherwise : escape(drawn)}`;
    }),
    fonts: undrawn.size < lacking.size ? withSystem : fonts,
  };
}

/** The image whose groups of texts are no wider than their `data-width`: what is wider is drawn smaller. */
export function withFittingTexts(svg: string, measure: (svg: string) => number): string {
  return svg.replaceAll(GROUP, (_all, width: string, size: string, rest: string, texts: string) => {
    const lines = texts.replaceAll(/ x="\d+"/g, ' x="0"').replaceAll(' text-anchor="end"', '');
    const actual = measure(
      `<svg xmlns="http://www.w3.org/2000/svg"><g font-size="${size}"${rest}>${lines}</g></svg>`,
    );
    const fitting = Math.min(1, Number(width) / actual) * Number(size);
    return `<g font-size="${fitting.toFixed(2)}"${rest}>${texts}</g>`;
  });
}

/** The characters for which the fonts have no outline: they get that of an unknown character, or none. */
function findLacking(characters: ReadonlySet<string>, fonts: Fonts, outline: Outline): ReadonlySet<string> {
  if (characters.size === 0) return characters;
  const each = [UNKNOWN, ...characters];
  const texts = each.map((one, index) => `<text id="c${index}" y="20" font-size="20">${escape(one)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><g font-family="${fonts.defaultFontFamily}">${texts.join('')}</g></svg>`;
  const outlines = new Map(
    [...outline(svg, fonts).matchAll(OUTLINE)].map(([, index, path]) => [Number(index), path]),
  );
  const unknown = outlines.get(0);
  return new Set(
    each.filter((_one, index) => index > 0 && [undefined, unknown].includes(outlines.get(index))),
  );
}

/** A text without the characters (as readers count them) that need what is undrawn; undefined when most letters are lost. */
function withoutCharacters(text: string, undrawn: ReadonlySet<string>): string | undefined {
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  const kept = parts.filter((part) => charactersOf(part).every((one) => !undrawn.has(one)));
  const letters = (all: readonly string[]) => all.filter((part) => LETTER.test(part)).length;
  if (letters(kept) * 2 < letters(parts) || kept.every((part) => !LETTER.test(part))) return undefined;
  return kept.join('').replaceAll(/ {2,}/g, ' ').trim();
}

/** The code points of a text. */
function charactersOf(text: string): readonly string[] {
  return text.match(/[\s\S]/gu) ?? [];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescape(text: string): string {
  return text.replaceAll(/&[#\w]+;/g, (reference) =>
    Object.hasOwn(ESCAPED, reference) ? ESCAPED[reference as keyof typeof ESCAPED] : '',
  );
}
