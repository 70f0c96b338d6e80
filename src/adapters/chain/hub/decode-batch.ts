import { readBytes, readCount } from './read-bytes.ts';

const WORD_BYTES = 32;
const toWord = (number: number) => number.toString(16).padStart(2 * WORD_BYTES, '0');

/**
 * The results of changeEntriesBatch for `count` changes: the encoded error of each, 0x for a success. Throws for other data.
 */
export function decodeBatch(returned: string, count: number): string[] {
  if (returned === toAcceptance(count)) return Array.from({ length: count }, () => '0x');
  const words = returned.slice(2);
  if (readCount(words, 0) !== WORD_BYTES || readCount(words, 1) !== count)
    throw new Error(`The contract gave no ${count} results.`);
  // Offsets are relative to the word after the number of results.
  return Array.from({ length: count }, (_, item) => {
    const offset = readCount(words, 2 + item);
    if (offset % WORD_BYTES !== 0) throw new Error('A result does not begin at a word.');
    return readBytes(words, 2 + offset / WORD_BYTES);
  });
}

const acceptances = new Map<number, string>();

/** The encoded result when all changes succeed: an array of empty bytes. */
function toAcceptance(count: number): string {
  let response = acceptances.get(count);
  if (response === undefined) {
    const offsets = Array.from({ length: count }, (_, item) => toWord((count + item) * WORD_BYTES));
    response = `0x${toWord(WORD_BYTES)}${toWord(count)}${offsets.join('')}${toWord(0).repeat(count)}`;
    acceptances.set(count, response);
  }
  return response;
}
