import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createElement as h, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { within, useSite, type SiteContext } from '../../../web/site/context.ts';
import { renderMarkup } from '../../../web/site/render-markup.ts';

function Part({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return h('b', { id: name }, children);
}

const FIELDS = h(
  'form',
  { action: '/forms', method: 'post', noValidate: true },
  h('label', { htmlFor: 'a' }, 'A'),
  h('input', {
    id: 'a',
    required: true,
    disabled: false,
    spellCheck: false,
    'aria-invalid': true,
    maxLength: 8,
  }),
  h('input', { name: 'b', defaultValue: 'b' }),
  h('input', { type: 'checkbox', defaultChecked: true }),
  h('input', { type: 'checkbox', defaultChecked: false, value: '' }),
  h('textarea', { rows: 3, defaultValue: '\n<b>\n' }),
  h('textarea', { rows: 3 }),
  h('select', { defaultValue: 'Two & a half' }, [
    h('option', { key: 1, value: '' }, 'One'),
    h(
      Fragment,
      { key: 2 },
      h('option', null, 'Two & a half'),
      h('option', { value: 'Two & a half' }, 'Three'),
    ),
  ]),
  h('select', null, h('option', { value: '' }, 'None')),
  h('button', { type: 'submit', hidden: true }, 'Send'),
);
const PICTURE = h(
  'svg',
  {
    viewBox: '0 0 1 1',
    preserveAspectRatio: 'none',
    fontSize: 2,
    strokeWidth: 0.5,
    textAnchor: 'end',
    className: 'a',
  },
  h('path', {
    d: 'M0 0',
    fillRule: 'evenodd',
    strokeLinecap: 'round',
    clipPath: 'url(#a)',
    vectorEffect: 'none',
  }),
  h('text', { textLength: 5, dominantBaseline: 'middle', fontFamily: 'A', shapeRendering: 'auto' }, 'T'),
);
const CONTENT = h(
  'main',
  { tabIndex: -1, title: undefined, lang: '', 'data-a': false, 'aria-hidden': true },
  ['a', 1, 2n, 0, '', null, undefined, true, false],
  h(Part, { name: 'b' }, h(Part, { name: 'c' }, 'd'), 'e'),
  h('p', { dangerouslySetInnerHTML: { __html: '<i>&amp;</i>' } }),
  h('img', { src: '/a', srcSet: '/b 2x', width: 5, alt: '', loading: 'lazy' }),
  h('br'),
  h('pre', { tabIndex: 0 }, '\nf'),
  h('copy-button', { for: 'a', class: 'b', label: 'g' }),
  h('time', { dateTime: '2026-01-01' }, h('details', { open: true })),
);
const HOSTILE = ['<script>', '"onclick="x"', "it's", 'a & b', '&lt;', '\n', '', '\u202e', '🎁'];
const CONTROLS = ['\0', '\u0007', '\u007f', '\u0085', '\u001b[0m'];

describe('The markup of a page', () => {
  it.each([
    ['forms', FIELDS],
    ['pictures', PICTURE],
    ['content', CONTENT],
  ])('has the elements and attributes that React writes, in %s', (_, node) => {
    expect(sorted(renderMarkup(node))).toBe(sorted(renderToStaticMarkup(node)));
  });

  it('has every text and attribute escaped as by React', () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 12 }));
    fc.assert(
      fc.property(text, text, (title, content) => {
        const node = h('p', { title }, content);
        expect(renderMarkup(node)).toBe(renderToStaticMarkup(node));
      }),
    );
  });

  it.each(CONTROLS)('has a replacement character for the control character in %j', (control) => {
    const shown = control.replace(control[0] ?? '', '\uFFFD');
    expect(renderMarkup(h('p', { title: control }, control))).toBe(`<p title="${shown}">${shown}</p>`);
  });

  it.each(['javascript:alert(1)', ' \u0001JavaScript:alert(1)', 'java\nscript\t:alert(1)'])(
    'leads nowhere instead of to the script %j',
    (href) => {
      expect(renderMarkup(h('a', { href }))).toBe('<a href="#"></a>');
      expect(renderMarkup(h('form', { action: href }))).toBe('<form action="#"></form>');
    },
  );

  it.each([
    ['an object', { a: 1 } as unknown as ReactNode],
    ['a promise', Promise.resolve('a')],
    ['a handler', h('a', { onClick: () => undefined })],
    ['a style', h('a', { style: { color: 'red' } })],
  ])('is refused with %s in it', (_, node) => {
    expect(() => renderMarkup(node)).toThrow(TypeError);
  });

  it('is that of the page around it, which is gone after a failure', () => {
    const Path = () => useSite().path;
    const inner = () => within(siteAt('/inner'), () => renderMarkup(h(Path)));
    const outer = within(
      siteAt('/outer'),
      () => `${renderMarkup(h(Path))} ${inner()} ${renderMarkup(h(Path))}`,
    );
    expect(outer).toBe('/outer /inner /outer');
    const fail = () => {
      throw new Error('failed');
    };
    expect(() => within(siteAt('/failed'), fail)).toThrow('failed');
    expect(() => renderMarkup(h(Path))).toThrow('outside of a page');
  });
});

function siteAt(path: string): SiteContext {
  return { path } as SiteContext;
}

/** Markup with the attributes of each tag in the order of their names, without the case of names that HTML ignores. */
function sorted(markup: string): string {
  return markup.replaceAll(/<([\w-]+)((?: [\w:-]+="[^"]*")*)/g, (_, name: string, attributes: string) => {
    const each = attributes.match(/ [\w:-]+="[^"]*"/g) ?? [];
    return `<${name}${each.toSorted().join('')}`;
  });
}
