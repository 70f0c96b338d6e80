/** A text that a publisher or a provider wrote: plain text, isolated from the direction of the text around it. */
export function UserText({ children, limit }: { readonly children: string; readonly limit?: number }) {
  return <bdi>{limit === undefined ? children : shorten(children, limit)}</bdi>;
}

/** The beginning of a text, in characters as readers count them. */
export function shorten(text: string, limit: number): string {
  // No text is shorter in code units than in characters.
  if (text.length <= limit) return text;
  // In most texts every code unit is a character, which is known without segmenting them.
  if (SIMPLE.test(text.slice(0, limit + 1))) return `${text.slice(0, limit)}…`;
  let end = 0;
  let count = 0;
  // A character may have any number of code units; the beginning that is segmented is bounded.
  for (const { segment } of segmenter.segment(text.slice(0, limit * 8))) {
    if ((count += 1) > limit) return `${text.slice(0, end)}…`;
    end += segment.length;
  }
  return end < text.length ? `${text.slice(0, end)}…` : text;
}

// Printable Latin characters and punctuation, none of which combines with another.
const SIMPLE = /^[\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027]*$/;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The address, if it is one that browsers open as a page (http or https). */
export function toWebAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}
