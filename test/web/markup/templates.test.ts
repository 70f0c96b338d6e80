import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createElement } from 'react';
import { markup } from '../../../web/site/markup.ts';
import { renderMarkup } from '../../../web/site/render-markup.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"onclick="x"',
  "it's",
  'a & b',
  '&lt;',
  '\n',
  '',
  '\u202e',
  '🎁',
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 }));

describe('A template of markup', () => {
  it('escapes every value as elements do, in texts and attributes', () => {
    fc.assert(
      fc.property(text, text, (title, content) => {
        const { __html } = markup`<p title="${title}">${content}</p>`;
        expect(__html).toBe(renderMarkup(createElement('p', { title }, content)));
      }),
    );
  });

  it('keeps other markup, leaves out false, and joins its lines', () => {
    const list = markup`
      <ul${false}>
        ${markup`<li>${'<'}</li>`}${markup`<li>${2}</li>`}
      </ul>`;
    expect(list).toEqual({ __html: '<ul><li>&lt;</li><li>2</li></ul>' });
  });
});
