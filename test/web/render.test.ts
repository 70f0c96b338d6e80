import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { createContext, createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { markup } from '../../web/site/markup.ts';
import { renderToHtml } from '../../web/site/render.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"onclick="x"',
  "it's",
  'a & b',
  '&lt;',
  '\n',
  '',
  '…',
  '\u202e',
  '🎁',
];
const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 12 }));
const ATTRIBUTES = [
  'id title lang dir role rel name scope htmlFor dateTime hrefLang charSet maxLength tabIndex action'.split(
    ' ',
  ),
  'viewBox textAnchor fontSize strokeWidth preserveAspectRatio autoComplete placeholder data-live aria-label'.split(
    ' ',
  ),
].flat();
const FLAGS = 'required disabled hidden reversed open noValidate'.split(' ');
const attributes = fc.record({
  texts: fc.dictionary(
    fc.constantFrom(...ATTRIBUTES),
    fc.oneof(text, fc.integer(), fc.constant(undefined), fc.constant(null)),
  ),
  className: fc.option(fc.constantFrom('a', 'b c', '"'), { nil: undefined }),
  flags: fc.dictionary(fc.constantFrom(...FLAGS), fc.boolean()),
  aria: fc.dictionary(fc.constantFrom('aria-hidden', 'aria-invalid', 'spellCheck'), fc.boolean()),
});
const { tree } = fc.letrec<{ tree: ReactNode; element: ReactNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
    tie('element'),
    fc.array(tie('tree'), { maxLength: 4 }),
  ),
  element: fc
    .tuple(
      fc.constantFrom<string | typeof Fragment | typeof Wrapper>(
        'div',
        'span',
        'bdi',
        'svg',
        'a',
        'p',
        'copy-button',
        Wrapper,
      ),
      attributes,
      fc.array(tie('tree'), { maxLength: 4 }),
    )
    .map(([type, { texts, className, flags, aria }, children]) => {
      const all = Object.entries({ ...texts, ...flags, ...aria });
      // Custom elements of the site have attributes in lower case.
      const own = type === 'copy-button' ? all.filter(([name]) => name === name.toLowerCase()) : all;
      return createElement(type as string, { className, ...Object.fromEntries(own) }, ...children);
    }),
}));

function Wrapper({ children, id }: { readonly children?: ReactNode; readonly id?: string }) {
  return createElement(Fragment, null, createElement('i', { id }), children, false, 0);
}

/** React writes an ellipsis as it is, and the attributes of some tags in another order; neither changes the page. */
function normal(page: string): string {
  return page
    .replaceAll('…', '&hellip;')
    .replaceAll(/<([\w-]+)((?: [\w:-]+="[^"]*")*)(\/?)>/g, (_all, tag: string, list: string, end: string) => {
      const sorted = (list.match(/ [\w:-]+="[^"]*"/g) ?? []).toSorted().join('');
      return `<${tag}${sorted}${end}>`;
    });
}

const same = (node: ReactNode) => expect(normal(renderToHtml(node))).toBe(normal(renderToStaticMarkup(node)));

describe('The renderer of pages', () => {
  // React's build for developers warns of unusual attributes.
  beforeAll(() => void jest.spyOn(console, 'error').mockReturnValue());
  afterAll(() => void jest.restoreAllMocks());

  it('renders what React renders, for any tree', () => {
    fc.assert(fc.property(tree, same), { numRuns: 400 });
  });

  it.each([
    [
      'inputs',
      createElement('input', {
        type: 'text',
        defaultValue: '"a"',
        name: 'n',
        required: true,
        readOnly: false,
      }),
    ],
    ['addresses', HOSTILE.map((href, key) => createElement('a', { key, href }, href))],
    ['numbers as values', createElement('input', { defaultValue: 0, maxLength: 5 })],
    ['checkboxes', createElement('input', { type: 'checkbox', defaultChecked: true, value: '1' })],
    ['text areas', createElement('textarea', { defaultValue: '\n<b>', rows: 4 })],
    ['line feeds', createElement('pre', null, '\nx')],
    [
      'choices',
      createElement(
        'select',
        { defaultValue: 'b & c' },
        createElement('option', { value: '' }, 'none'),
        ['a', 'b & c'].map((key) => createElement('option', { key, value: key }, key)),
      ),
    ],
    [
      'a select without a choice',
      createElement('select', null, createElement('option', { value: '' }, 'none')),
    ],
    [
      'drawings',
      createElement('path', { d: 'M0', strokeLinecap: 'round', fontFamily: 'a', fillOpacity: 0.5 }),
    ],
    [
      'tags without content',
      createElement('p', null, 'a', createElement('br'), createElement('img', { alt: '' })),
    ],
  ])('renders %s as React does', (_name, node) => same(node));

  it.each([
    ['a handler', 'no onClick', createElement('a', { onClick: () => undefined })],
    ['a style', 'no style', createElement('a', { style: { color: 'red' } })],
    [
      'raw markup',
      'no dangerouslySetInnerHTML',
      createElement('a', { dangerouslySetInnerHTML: { __html: '<b>' } }),
    ],
    [
      'a script as an address',
      'A script is no address',
      createElement('a', { href: ' \u0001java\nscript:alert(1)' }),
    ],
    [
      'an attribute that is a list',
      'neither text nor a number',
      createElement('a', { title: ['x'] as unknown as string }),
    ],
    ['a name that is none', 'no name of an attribute', createElement('a', { 'x><b': 'y' })],
    [
      'a context',
      'Only tags, fragments and functions',
      createElement(createContext(1).Provider, { value: 2 }),
    ],
    ['an object', 'cannot be rendered', { a: 1 } as unknown as ReactNode],
  ])('refuses %s', (_name, message, node) => {
    expect(() => renderToHtml(node)).toThrow(message);
  });
});

describe('A template of markup', () => {
  it('escapes every value as React does, in texts and attributes', () => {
    fc.assert(
      fc.property(text, text, (title, content) => {
        const made = renderToHtml(markup`<p title="${title}">${content}</p>`);
        expect(made).toBe(normal(renderToStaticMarkup(createElement('p', { title }, content))));
      }),
    );
  });

  it('keeps markup and lists of it, leaves out what is nothing, and joins its lines', () => {
    const items = ['<', 2].map((each) => markup`<li>${each}</li>`);
    const list = markup`
      <ul${false}>
        ${items}${null}${undefined}
      </ul>`;
    expect(renderToHtml(createElement('nav', null, list))).toBe(
      '<nav><ul><li>&lt;</li><li>2</li></ul></nav>',
    );
  });

  it('refuses an element as a value', () => {
    expect(() => markup`<p>${createElement('b') as never}</p>`).toThrow('An element cannot be a value');
  });
});
