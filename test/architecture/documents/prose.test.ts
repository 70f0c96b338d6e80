import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';

const MOST_CHARACTERS = 110;
const MOST_WORDS = 25;
const FILES = ['README.md', 'CONTRIBUTING.md', 'web/README.md', ...globSync('docs/**/*.md')];

/** The lines of a generated document follow its source. */
const isGenerated = (file: string) => readFileSync(file, 'utf8').startsWith('<!-- Generated');

const ITEM = /^\s*(?:[-*]|\d+\.)\s/;
/** A sentence ends with a full stop; what comes before a colon or a semicolon could end with one. */
const END = /(?<=[.!?:;]|[.?!]\)|[.?!]\*\*)\s+/;

/** The lines of a text outside of its code. */
function linesOf(text: string): readonly string[] {
  return text.replaceAll(/^ *```[^]*?^ *```$/gm, '').split('\n');
}

/** Paragraphs, items and cells of a text. */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let isNew = true;
  for (const line of linesOf(text)) {
    const isTable = line.startsWith('|');
    if (isTable) paragraphs.push(...line.split('|'));
    else if (isNew || ITEM.test(line) || line.startsWith('#')) paragraphs.push(line.replace(ITEM, ''));
    else paragraphs.push(`${paragraphs.pop() ?? ''} ${line.trim()}`);
    isNew = isTable || line.trim() === '' || line.startsWith('#');
  }
  return paragraphs;
}

function countWords(sentence: string): number {
  const plain = sentence.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\]\([^)]*\)/g, ']');
  return plain.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

it.each(FILES.filter((file) => !isGenerated(file)))(
  `%s has lines of at most ${MOST_CHARACTERS} characters, except tables and links`,
  (file) => {
    const long = linesOf(readFileSync(file, 'utf8')).filter((line) => {
      const text = line.replaceAll(/\]\([^)]*\)/g, ']');
      return text.length > MOST_CHARACTERS && !line.startsWith('|');
    });
    expect(long).toEqual([]);
  },
);

it.each(FILES)(`%s has sentences of at most ${MOST_WORDS} words`, (file) => {
  const sentences = paragraphsOf(readFileSync(file, 'utf8')).flatMap((paragraph) => paragraph.split(END));
  expect(sentences.filter((sentence) => countWords(sentence) > MOST_WORDS)).toEqual([]);
});
