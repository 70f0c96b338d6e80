import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { openBrowser } from '../access/access-site.ts';
import { getPage, textOf } from '../support/site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const browser = openBrowser(gateway);
beforeAll(() => browser.signIn(newEmail()));

const noteOf = (page: string) => /<p class="note">([^<]*)<\/p>/.exec(page)?.[1];
const times = (name: string, values: number) =>
  Array.from({ length: values }, (_, index) => `${name}=${index}`).join('&');

const LONG = 'is too long: shorten it to';
const REFUSED: readonly (readonly [parameter: string, note: string, path: string])[] = [
  ['q', `${LONG} 200 characters.`, `/?q=${'a'.repeat(201)}`],
  ['q', `${LONG} 200 characters.`, `/?q=${'a'.repeat(513)}`],
  ['q', `${LONG} 200 characters.`, `/?q=${'a'.repeat(4_000)}`],
  ['platform', `${LONG} 80 characters.`, `/?platform=${'a'.repeat(513)}`],
  ['platform', 'has too many entries: send at most 50.', `/?${times('platform', 51)}`],
  ['provider', `${LONG} 120 characters.`, `/?provider=${'a'.repeat(513)}`],
  ['after', 'is not a cursor.', `/?after=${'a'.repeat(513)}`],
  ['before', 'is not a cursor.', `/?before=${'a'.repeat(513)}`],
  ['kind', 'must have one of these values: PRIZE, FREEBIE.', '/?kind=NONSENSE'],
  ['kind', 'must have one of these values: PRIZE, FREEBIE.', `/?kind=${'a'.repeat(513)}`],
  ['allocation', 'must have one of these values: DRAW, FIRST_COME.', '/?allocation=NONSENSE'],
  ['ends', 'must have one of these values: day, week.', '/?ends=year'],
  ['order', 'must have one of these values: updated, newest, ending.', '/?order=random'],
  ['verified', 'must have one of these values: 1.', '/?verified=yes'],
  ['region', 'must be a country code of ISO 3166-1', '/?region=Bavaria'],
  ['age', 'must be a whole number.', '/?age=old'],
  ['age', 'must be a whole number from 0 to 120.', '/?age=500'],
  ['prizes', 'must be a whole number.', '/?prizes=many'],
  ['q', 'is repeated: send it once.', '/?q=one&q=two'],
  ['state', 'must have one of these values: running, scheduled, ended.', '/giveaways?state=lost'],
  ['ends', 'must have one of these values: day, week.', '/giveaways?ends=year'],
  ['provider', 'must be the key of a provider: ', '/giveaways?provider=0x1'],
];
const REFUSED_OF_SESSION: typeof REFUSED = [
  ['q', `${LONG} 200 characters.`, `/access/listings?q=${'a'.repeat(513)}`],
  ['platform', `${LONG} 80 characters.`, `/access/listings?platform=${'a'.repeat(513)}`],
  ['state', 'must have one of these values: live, ended, hidden, withdrawn.', '/access/listings?state=lost'],
  ['order', 'must have one of these values: recently-updated, ', '/access/listings?order=random'],
  ['legacy', 'must have one of these values: yes, no.', '/access/listings?legacy=perhaps'],
  ['q', `${LONG} 80 characters.`, `/access/keys?q=${'a'.repeat(513)}`],
  ['state', 'must have one of these values: active, ', '/access/keys?state=lost'],
  ['after', 'is not a cursor.', `/access/activity?after=${'a'.repeat(513)}`],
  ['kind', 'must have one of these values: PRIZE, FREEBIE.', '/access/followed/new?kind=NONSENSE'],
];

describe('An address with a value that its page cannot use', () => {
  it.each(REFUSED)('is refused with 400, which names %s and says: %s', async (name, note, path) => {
    const response = await getPage(gateway.url, path);
    expect([response.status, response.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(noteOf(textOf(response))).toContain(`The parameter “${name}” of the address ${note}`);
    const german = await getPage(gateway.url, path, { 'accept-language': 'de' });
    expect(noteOf(textOf(german))).toContain(`den Parameter „${name}“ der Adresse: `);
  });

  it.each(REFUSED_OF_SESSION)(
    'is refused for an account, which names %s and says: %s',
    async (name, note, path) => {
      const { status, html } = await browser.get(path);
      expect(status).toBe(400);
      expect(noteOf(html)).toContain(`The parameter “${name}” of the address ${note}`);
    },
  );

  it.each(['q=a&q=b', 'state=live&state=ended', 'publisher=pub_1&publisher=pub_2'])(
    'is refused as a file with the query %s',
    async (query) => {
      expect((await browser.get(`/access/listings.csv?${query}`)).status).toBe(400);
    },
  );
});

it('A sign-in leads to a page whose address has more than 512 characters', async () => {
  const visitor = openBrowser(gateway);
  const path = `/access/followed/new?${Array.from({ length: 10 }, (_, index) => `platform=${String(index).repeat(60)}`).join('&')}`;
  const { location } = await visitor.get(path);
  const { location: next } = await browser.get(location);
  expect(next).toBe(path);
});

describe('An address above 4,096 characters', () => {
  const long = (path: string) => `${path}?utm_source=${'a'.repeat(4_100)}`;

  it.each(['/', '/giveaways', '/access/listings', '/access/sign-in', '/feed/nothing'])(
    'is refused at %s',
    async (path) => {
      const { status, html } = await browser.get(long(path));
      expect(status).toBe(path === '/feed/nothing' ? 404 : 414);
      if (status === 414) expect(html).toContain('This address is too long');
    },
  );

  it('is refused in the language that it names', async () => {
    const { status, html } = await browser.get(`${long('/')}&lang=de`);
    expect([status, html]).toEqual([414, expect.stringContaining('Diese Adresse ist zu lang')]);
  });

  it('is refused with a form, which changes nothing', async () => {
    const { status } = await browser.post(long('/access/sign-out'), {});
    expect(status).toBe(414);
    expect((await browser.get('/access/keys')).status).toBe(200);
  });

  it('is read by the APIs, which name what is too long', async () => {
    const search = 'a'.repeat(5_000);
    const feed = await fetch(`${gateway.url}/feed.json?search=${search}`);
    expect([feed.status, await feed.text()]).toEqual([400, expect.stringContaining('search is too long')]);
    const query = encodeURIComponent(`{ feed(filter: { search: "${search}" }) { edges { cursor } } }`);
    const headers = { 'apollo-require-preflight': 'true', accept: 'application/json' };
    const graphql = await fetch(`${gateway.url}/graphql?query=${query}`, { headers });
    expect([graphql.status, await graphql.text()]).toEqual([
      200,
      expect.stringContaining('search is too long'),
    ]);
  });
});
