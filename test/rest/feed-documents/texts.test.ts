import { describe, expect, it } from '@jest/globals';
import { childrenOf, parseXml, textOf, unescape, type Element } from '../../support/http/xml.ts';
import {
  attributeOf,
  entriesOf,
  newPlatform,
  publish,
  read,
  useDocumentsGateway,
} from './documents-gateway.ts';

useDocumentsGateway();

describe('the texts of feed documents', () => {
  const CONTROLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))
    .slice(1)
    .join('');

  it.each([
    ['HTML', '<b onclick="a()">Bold</b> &amp; <script>alert(1)</script>'],
    ['the end of a CDATA section', 'a]]>b]]>c <![CDATA[ d'],
    ['a comment and an instruction', '<!-- a --> <?xml version="1.0"?> <!DOCTYPE x>'],
    ['entities', '&lt; &#0; &bogus; & && "quoted" \'quoted\''],
    ['right-to-left text', 'مسابقة: أسبوع على البحر \u202Eabc\u202C'],
    ['Hebrew with points', 'הַגְרָלָה'],
    ['emoji', '🎁👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['line breaks', 'one\ntwo\tthree'],
    ['line separators', 'one\u2028two\u0085three'],
  ])('are the same in both documents as they were published: %s', async (_what, text) => {
    const platform = newPlatform();
    await publish({ platform, title: text, description: text, provider: text });
    const query = `?platforms=${platform}`;

    const [item] = (await read(`/feed.json${query}`)).body.items;
    const [entry] = entriesOf((await read(`/feed.atom${query}`)).text);

    expect(item).toMatchObject({ title: text, content_text: text, authors: [{ name: text }] });
    for (const [name, html] of [
      ['title', entry && textOf(entry, 'title')],
      ['summary', entry && textOf(entry, 'summary')],
    ] as const) {
      expect(attributeOf(entry, name, 'type')).toBe('html');
      expect(html).not.toMatch(/[<>]/);
      expect(unescape(html ?? '')).toBe(text);
    }
    expect(entry && textOf(childrenOf(entry, 'author')[0] as Element, 'name')).toBe(text);
  });

  it('lose in Atom only the characters that XML does not allow', async () => {
    const platform = newPlatform();
    const text = `a${CONTROLS}b\uFFFE\uFFFFc`;
    await publish({ platform, title: text });

    const [item] = (await read(`/feed.json?platforms=${platform}`)).body.items;
    const [entry] = entriesOf((await read(`/feed.atom?platforms=${platform}`)).text);

    expect(item.title).toBe(text.replace('\r', '\n'));
    expect(entry && textOf(entry, 'title')).toBe('a\t\n\nbc');
  });

  it('are escaped in the attributes of Atom', async () => {
    const platform = `"<${newPlatform()}>" & 'x'\n\ty \u0001z`;
    const landingUrl = "https://a.example.com/?a='1'&b=[2]&c=é";
    await publish({ platform, landingUrl });

    const [entry] = entriesOf((await read(`/feed.atom?platforms=${encodeURIComponent(platform)}`)).text);

    expect(attributeOf(entry, 'link', 'href')).toBe(landingUrl);
    expect(attributeOf(entry, 'category', 'term')).toBe(platform.replace('\u0001', ''));
  });

  it('are escaped when they come from the query', async () => {
    const query = `?platforms=${newPlatform()}&search=${encodeURIComponent('"><a>&\'')}`;
    const { body } = await read(`/feed.json${query}`);
    const { text } = await read(`/feed.atom${query}`);
    expect(new URL(body.feed_url).searchParams.get('search')).toBe('"><a>&\'');
    expect(new URL(textOf(parseXml(text), 'id') ?? '').searchParams.get('search')).toBe('"><a>&\'');
  });
});
