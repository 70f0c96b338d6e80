import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer, Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { childrenOf, parseXml, textOf, unescape, type Element } from '../support/http/xml.ts';

const HOME = 'https://giveaways.example.com/base';
const FEEDS = ['/feed.json', '/feed.atom'] as const;

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ PUBLIC_URL: HOME });
  key = await gateway.createKey();
});
afterAll(() => gateway.stop());

let platforms = 0;
/** A platform that no other test uses: the query that names it is a feed of this test's own. */
const newPlatform = () => `platform-${(platforms += 1)}`;

const publish = async (fields: Readonly<Record<string, unknown>>): Promise<Json> =>
  (await gateway.publish(key, draft(fields))).body.listing;

const verify = (id: string) =>
  gateway.graphql(
    'mutation ($id: ID!) { verifyListing(input: { id: $id }) { listing { verified } } }',
    { id },
    gateway.operatorToken,
  );

const read = (path: string, headers = {}) => gateway.rest('GET', path, { headers });

/** The ids of the listings in a document of either kind, in order. */
function idsOf({ headers, body, text }: Answer): string[] {
  if (headers.get('content-type')?.startsWith('application/feed+json'))
    return body.items.map(({ id }: Json) => id);
  return entriesOf(text).map((entry) => String(textOf(entry, 'id')).replace(/^urn:giveaway:/, ''));
}

/** The address of the next page in a document of either kind. */
function nextOf({ headers, body, text }: Answer): string | undefined {
  if (headers.get('content-type')?.startsWith('application/feed+json')) return body.next_url;
  const links = childrenOf(parseXml(text), 'link');
  return links.find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'];
}

function entriesOf(text: string): readonly Element[] {
  return childrenOf(parseXml(text), 'entry');
}

function attributeOf(element: Element | undefined, child: string, attribute: string): string | undefined {
  return element && childrenOf(element, child)[0]?.attributes[attribute];
}

describe('/feed.json', () => {
  it('is a JSON Feed 1.1 of the published listings, newest change first', async () => {
    const platform = newPlatform();
    const first = await publish({ platform, image: 'https://img.example.com/a.png', worth: '$5' });
    const second = await publish({ platform, endDate: '2031-05-05T05:05:05Z', provider: 'Lighthouse' });

    const { headers, body } = await read(`/feed.json?platforms=${platform}`);

    expect(headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
    expect(body).toStrictEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Giveaways',
      home_page_url: HOME,
      feed_url: `${HOME}/feed.json?platforms=${platform}`,
      items: [
        {
          id: second.id,
          url: second.landingUrl,
          title: second.title,
          content_text: second.description,
          date_published: second.createdAt,
          date_modified: second.updatedAt,
          authors: [{ name: 'Lighthouse' }],
          tags: [platform],
          _giveaway: {
            platform,
            worth: 'N/A',
            instructions: second.instructions,
            endDate: '2031-05-05T05:05:05.000Z',
            verified: false,
          },
        },
        expect.objectContaining({
          id: first.id,
          image: first.image,
          _giveaway: expect.objectContaining({ worth: '$5', endDate: null }),
        }),
      ],
    });
  });

  it.each(FEEDS)(
    '%s is paged by the address of the next page: every listing once, in order',
    async (path) => {
      const platform = newPlatform();
      const ids: string[] = [];
      for (let count = 0; count < 5; count += 1) ids.unshift((await publish({ platform })).id);

      const pages: string[][] = [];
      let next: string | undefined = `${HOME}${path}?platforms=${platform}&first=2`;
      while (next !== undefined && pages.length < 5) {
        const answer = await read(next.slice(HOME.length));
        pages.push(idsOf(answer));
        next = nextOf(answer);
      }

      expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    },
  );

  describe('the address of the next page', () => {
    const platform = newPlatform();
    const path = `/feed.json?platforms=${platform}`;
    let ids: readonly string[];
    let cursors: readonly string[];
    beforeAll(async () => {
      const published: Json[] = [];
      for (let count = 0; count < 4; count += 1) published.unshift(await publish({ platform }));
      ids = published.map(({ id }) => id);
      cursors = published.map(({ id, updatedAt }) =>
        Buffer.from(`RECENTLY_UPDATED|${updatedAt}|${id}`).toString('base64url'),
      );
    });

    it('leads on from a page that was read backwards, too', async () => {
      const page = await read(`${path}&last=1&before=${cursors[2]}`);
      expect(idsOf(page)).toEqual([ids[1]]);
      const following = await read(String(page.body.next_url).slice(HOME.length));
      expect(idsOf(following)[0]).toBe(ids[2]);
    });

    it('stays within the bound that was set', async () => {
      const page = await read(`${path}&first=1&before=${cursors[2]}`);
      expect(idsOf(page)).toEqual([ids[0]]);
      const following = await read(String(page.body.next_url).slice(HOME.length));
      expect(idsOf(following)).toEqual([ids[1]]);
      expect(following.body).not.toHaveProperty('next_url');
    });
  });
});

describe('/feed.atom', () => {
  it('is an Atom feed of the published listings', async () => {
    const platform = newPlatform();
    await publish({ platform });
    const listing = await publish({
      platform,
      landingUrl: 'https://a.example.com/?x=1&y="2"'.replaceAll('"', '%22'),
    });

    const { headers, text } = await read(`/feed.atom?platforms=${platform}&first=1`);

    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(text);
    expect([feed.name, feed.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(textOf(feed, 'id')).toBe(`${HOME}/feed.atom?platforms=${platform}&first=1`);
    expect(textOf(feed, 'updated')).toBe(listing.updatedAt);
    const links = Object.fromEntries(
      childrenOf(feed, 'link').map(({ attributes }) => [attributes['rel'], attributes['href']]),
    );
    expect(links).toMatchObject({
      alternate: HOME,
      self: `${HOME}/feed.atom?platforms=${platform}&first=1`,
    });
    const [entry] = childrenOf(feed, 'entry');
    expect(entry && textOf(entry, 'id')).toBe(`urn:giveaway:${listing.id}`);
    expect(entry && textOf(entry, 'updated')).toBe(listing.updatedAt);
    expect(entry && textOf(entry, 'published')).toBe(listing.createdAt);
    expect(attributeOf(entry, 'link', 'href')).toBe(listing.landingUrl);
    expect(attributeOf(entry, 'category', 'term')).toBe(platform);
    expect(entry && childrenOf(entry, 'author').map((author) => textOf(author, 'name'))).toEqual([
      'Independent publisher',
    ]);
  });

  it('without listings is a feed too', async () => {
    const { text } = await read(`/feed.atom?platforms=${newPlatform()}`);
    expect(childrenOf(parseXml(text), 'entry')).toEqual([]);
  });
});

describe('a text', () => {
  const CONTROLS = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code))
    .slice(1)
    .join('');

  it.each([
    ['HTML', '<b onclick="a()">Bold</b> &amp; <script>alert(1)</script>'],
    ['the end of a section', 'a]]>b]]>c <![CDATA[ d'],
    ['a comment and an instruction', '<!-- a --> <?xml version="1.0"?> <!DOCTYPE x>'],
    ['entities', '&lt; &#0; &bogus; & && "quoted" \'quoted\''],
    ['right to left', 'مسابقة: أسبوع على البحر \u202Eabc\u202C'],
    ['Hebrew with points', 'הַגְרָלָה'],
    ['emoji', '🎁👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['line breaks', 'one\ntwo\tthree'],
    ['a separator of lines', 'one\u2028two\u0085three'],
  ])('comes through both documents as it was sent: %s', async (_what, text) => {
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

  it('loses in Atom only what XML cannot carry', async () => {
    const platform = newPlatform();
    const text = `a${CONTROLS}b\uFFFE\uFFFFc`;
    await publish({ platform, title: text });

    const [item] = (await read(`/feed.json?platforms=${platform}`)).body.items;
    const [entry] = entriesOf((await read(`/feed.atom?platforms=${platform}`)).text);

    expect(item.title).toBe(text);
    expect(entry && textOf(entry, 'title')).toBe('a\t\n\rbc');
  });

  it('of a platform or a URL breaks no attribute of Atom', async () => {
    const platform = `"<${newPlatform()}>" & 'x' \u0001`;
    const landingUrl = "https://a.example.com/?a='1'&b=[2]&c=é";
    await publish({ platform, landingUrl });

    const [entry] = entriesOf((await read(`/feed.atom?platforms=${encodeURIComponent(platform)}`)).text);

    expect(attributeOf(entry, 'link', 'href')).toBe(landingUrl);
    expect(attributeOf(entry, 'category', 'term')).toBe(platform.replace('\u0001', ''));
  });

  it('of the address breaks neither document', async () => {
    const query = `?platforms=${newPlatform()}&search=${encodeURIComponent('"><a>&\'')}&x=<y>"&a&amp;`;
    const { body } = await read(`/feed.json${query}`);
    const { text } = await read(`/feed.atom${query}`);
    expect(new URL(body.feed_url).searchParams.get('search')).toBe('"><a>&\'');
    expect(new URL(textOf(parseXml(text), 'id') ?? '').searchParams.get('search')).toBe('"><a>&\'');
  });
});

describe.each(FEEDS)('%s', (feed) => {
  it('shows neither withdrawn nor ended listings, nor what is not public', async () => {
    const platform = newPlatform();
    const listing = await publish({ platform });
    const gone = await publish({ platform });
    await publish({ platform, endDate: '2020-01-01T00:00:00Z' });
    await gateway.withdraw(key, gone.sourceExternalId);

    const answer = await read(`${feed}?platforms=${platform}`);

    expect(idsOf(answer)).toEqual([listing.id]);
    expect(answer.text).not.toMatch(/account:|namespace|acc_|pub_/);
  });

  describe('filtered by its parameters', () => {
    const [mine, other] = [newPlatform(), newPlatform()];
    let listings: Readonly<Record<string, Json>>;
    beforeAll(async () => {
      listings = {
        sea: await publish({ platform: mine, title: `Sea holidays ${mine}`, provider: `A, ${mine}` }),
        soon: await publish({ platform: mine, endDate: '2095-01-01T00:00:00Z', worth: '$1' }),
        later: await publish({ platform: mine, endDate: '2096-01-01T00:00:00Z' }),
        ended: await publish({ platform: mine, endDate: '2020-01-01T00:00:00Z' }),
        elsewhere: await publish({ platform: other, provider: `B ${mine}` }),
      };
      await verify(listings['later'].id);
    });

    it.each([
      [`platforms=${mine}`, ['later', 'soon', 'sea']],
      [`platforms=${mine}&platforms=${other}`, ['elsewhere', 'later', 'soon', 'sea']],
      [`platforms=${mine},${other}`, ['elsewhere', 'later', 'soon', 'sea']],
      [`providers=${encodeURIComponent(`A, ${mine}`)}`, ['sea']],
      [`providers=A,%20${mine}&providers=B+${mine}`, ['elsewhere', 'sea']],
      [`platforms=${mine}&verified=true`, ['later']],
      [`platforms=${mine}&verified=false`, ['soon', 'sea']],
      [`search=holid+${mine}`, ['sea']],
      [`search=SEA%20HOLIDAYS%20${mine}`, ['sea']],
      [`platforms=${mine}&endsBefore=2095-06-01T00:00:00Z`, ['soon']],
      [`platforms=${mine}&endsAfter=2095-06-01T00:00:00%2B01:00`, ['later']],
      [`platforms=${mine}&includeEnded=true`, ['ended', 'later', 'soon', 'sea']],
      [`platforms=${mine}&includeEnded=true&endsBefore=2021-01-01T00:00:00.5Z`, ['ended']],
      [`platforms=${mine}&orderBy=NEWEST`, ['later', 'soon', 'sea']],
      [`platforms=${mine}&orderBy=ENDING_SOON`, ['soon', 'later', 'sea']],
      [`platforms=${mine}&first=1`, ['later']],
      [`platforms=${mine}&last=1`, ['sea']],
      [`platforms=${mine}&unknown=1`, ['later', 'soon', 'sea']],
    ])('?%s', async (query, names) => {
      const answer = await read(`${feed}?${query}`);
      expect(idsOf(answer)).toEqual(names.map((name) => listings[name].id));
    });
  });

  it.each([
    ['first=0', 'first must be at least 1'],
    ['first=101', 'first must be at most 100'],
    ['first=-1', 'first must be'],
    ['first=1.5', 'first must be a whole number'],
    ['first=many', 'first must be a whole number'],
    ['first=', 'first must be a whole number'],
    ['last=101', 'last must be at most 100'],
    ['first=1&last=1', 'last cannot be combined with first'],
    ['first=1&first=2', 'more than once'],
    ['after=x', 'after is not a cursor'],
    ['before=', 'before is not a cursor'],
    ['orderBy=random', 'orderBy must be one of RECENTLY_UPDATED, NEWEST, ENDING_SOON'],
    ['verified=yes', 'verified must be true or false'],
    ['verified=', 'verified must be true or false'],
    ['includeEnded=1', 'includeEnded must be true or false'],
    ['platforms=', 'platforms.0 is required'],
    ['search=a%00b', 'U+0000'],
    ['search=%ff', 'percent-encoded'],
    ['search=%', 'percent-encoded'],
    ['search=a&search=b', 'more than once'],
    ['endsBefore=tomorrow', 'endsBefore must be an instant'],
    ['endsBefore=', 'endsBefore must be an instant'],
    ['endsBefore=1', 'endsBefore must be an instant'],
    ['endsAfter=Jan 5 2031', 'endsAfter must be an instant'],
    ['endsAfter=2031-02-30T00:00:00Z', 'endsAfter must be an instant'],
    ['endsAfter=0000-01-01T00:00:00Z', 'endsAfter must be an instant'],
    ['endsAfter=%2B275760-09-13T00:00:00Z', 'endsAfter must be an instant'],
    ['endsAfter=-000001-01-01T00:00:00Z', 'endsAfter must be an instant'],
  ])('?%s is 400, and says why', expectRefused);

  it.each([
    ['a platform of 81 characters', `platforms=${'a'.repeat(81)}`, 'shorten it to 80 characters'],
    ['51 platforms', `platforms=${'a,'.repeat(50)}a`, 'send at most 50'],
    ['a provider of 121 characters', `providers=${'a'.repeat(121)}`, 'shorten it to 120 characters'],
    ['a search of 201 characters', `search=${'a'.repeat(201)}`, 'shorten it to 200 characters'],
    ['a cursor of 513 characters', `after=${'a'.repeat(513)}`, 'after is not a cursor'],
    ['a cursor of another order', `after=${cursor('NEWEST', '2031-01-01')}`, 'after is not a cursor'],
    [
      'a cursor of the 13th month',
      `after=${cursor('RECENTLY_UPDATED', '2031-13-01')}`,
      'after is not a cursor',
    ],
    [
      'a cursor of the 30th of February',
      `after=${cursor('RECENTLY_UPDATED', '2031-02-30')}`,
      'after is not a cursor',
    ],
    ['a cursor of the year 0', `after=${cursor('RECENTLY_UPDATED', '0000-01-01')}`, 'after is not a cursor'],
  ])('%s is 400, and says why', (_what, query, message) => expectRefused(query, message));

  async function expectRefused(query: string, message: string): Promise<void> {
    const { status, headers, body } = await read(`${feed}?${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  }

  it('is answered 304 as long as it is the same, and anew afterwards', async () => {
    const platform = newPlatform();
    const path = `${feed}?platforms=${platform}`;
    await publish({ platform });
    const etag = (await read(path)).headers.get('etag') ?? '';

    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const answer = await read(path, { 'if-none-match': known });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200);

    const second = newPlatform();
    const changed = await read(`${feed}?platforms=${platform}&platforms=${second}`);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('is answered to HEAD with the headers of GET', async () => {
    const path = `${feed}?platforms=${newPlatform()}`;
    const got = await read(path);
    const { status, headers, text } = await gateway.rest('HEAD', path);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary'])
      expect([name, headers.get(name)]).toEqual([name, got.headers.get(name)]);
  });

  it('may be kept by caches, never for longer than ten minutes, and says how old it is', async () => {
    const { headers } = await read(`${feed}?platforms=${newPlatform()}`);
    const seconds = headers.get('cache-control')?.match(/\d+/g) ?? [];
    expect(headers.get('cache-control')).toMatch(/^public, /);
    expect(seconds.length).toBeGreaterThan(0);
    for (const each of seconds) expect(Number(each)).toBeLessThanOrEqual(600);
    expect(headers.get('age')).toMatch(/^\d+$/);
    expect(headers.get('vary')).toContain('accept-encoding');
  });

  it.each(['gzip', 'br'])('comes as %s to whoever takes it, with the same content', async (coding) => {
    const platform = newPlatform();
    for (let count = 0; count < 3; count += 1) await publish({ platform, description: 'text '.repeat(400) });
    const path = `${feed}?platforms=${platform}`;
    const plain = await read(path, { 'accept-encoding': 'identity' });

    const isCoded = ({ headers }: Answer) => headers.has('content-encoding');
    const answer = await eventually(() => read(path, { 'accept-encoding': coding }), isCoded);

    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.text).toBe(plain.text);
  });
});

function cursor(order: string, day: string): string {
  return Buffer.from(`${order}|${day}T00:00:00.000Z|lst_0`).toString('base64url');
}
