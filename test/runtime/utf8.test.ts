import { describe, expect, it } from '@jest/globals';
import { toUtf8 } from '../../src/runtime/utf8.ts';

describe('A text in UTF-8', () => {
  it.each([
    '',
    'lamp',
    'Überraschung',
    '25 €',
    'مجموعة',
    'みなと書店',
    '🎹',
    'a\u0000b',
    'half \uD83C',
    '\uDFB9 half',
  ])('is what Node writes for %j', (text) => expect(Buffer.from(text).equals(toUtf8(text))).toBe(true));
});
