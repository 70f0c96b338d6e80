import { describe, expect, it } from '@jest/globals';
import { LONGEST_PROOF } from '../../src/verification/json-fields.ts';
import { readProofDocument } from '../../src/verification/proof-document.ts';

const MEGABYTE = 2 ** 20;

describe('the document of a proof', () => {
  it.each([
    ['nothing', '', 'not JSON'],
    ['a page', '<!doctype html><title>404</title>', 'not JSON'],
    ['a part of a document', '{"format":"giveaway-draw-proof/2","hub":"0x12', 'not JSON'],
    ['nothing but brackets', '['.repeat(20 * MEGABYTE), 'too deep'],
    ['deep objects', '{"a":'.repeat(MEGABYTE), 'too deep'],
    ['too many characters', ' '.repeat(LONGEST_PROOF + 1), 'too long'],
    ['a string that does not end', `"${'\\"'.repeat(8 * MEGABYTE)}`, 'not JSON'],
    ['null', 'null', 'malformed value for the document'],
    ['a list', '[[],[]]', 'neither of the format'],
    ['another format', '{"format":"giveaway-draw-proof/3"}', 'neither of the format'],
    ['a format in a list', '{"format":["giveaway-draw-proof/2"]}', 'neither of the format'],
    ['a prototype', '{"__proto__":{"format":"giveaway-draw-proof/2"}}', 'neither of the format'],
    ['no fields', '{"format":"giveaway-draw-proof/2"}', 'malformed value for creation'],
  ])('is refused in words and at once when it is %s', (_title, text, message) => {
    const startedAt = performance.now();
    expect(() => readProofDocument(text)).toThrow(message);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('may have brackets in its strings', () => {
    const texts = JSON.stringify({ a: '[[[[[[[[[[', b: '\\"[[[[[[[[[', c: '{"{{{{{{{{{{{' });
    expect(() => readProofDocument(texts)).toThrow('neither of the format');
  });
});
