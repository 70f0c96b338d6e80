import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import {
  FEEDS,
  gateway,
  idsOf,
  key,
  newPlatform,
  publish,
  read,
  useDocumentsGateway,
  verify,
} from './documents-gateway.ts';

useDocumentsGateway();

describe.each(FEEDS)('%s', (feed) => {
  it('shows neither withdrawn nor ended listings, and no internal fields', async () => {
    const platform = newPlatform();
    const listing = await publish({ platform });
    const gone = await publish({ platform });
    await publish({ platform, endDate: '2020-01-01T00:00:00Z' });
    await gateway.withdraw(key, gone.sourceExternalId);

    const response = await read(`${feed}?platforms=${platform}`);

    expect(idsOf(response)).toEqual([listing.id]);
    expect(response.text).not.toMatch(/account:|namespace|acc_|pub_/);
  });

  describe('the filter parameters', () => {
    const [mine, other] = [newPlatform(), newPlatform()];
    let listings: Readonly<Record<string, Json>>;
    beforeAll(async () => {
      listings = {
        sea: await publish({ platform: mine, title: `Sea holidays ${mine}`, provider: `A, ${mine}` }),
        soon: await publish({ platform: mine, endDate: '2095-01-01T00:00:00Z', worth: '$1' }),
        later: await publish({ platform: mine, endDate: '2096-01-01T00:00:00Z' }),
        ended: await publish({ platform: mine, endDate: '2020-01-01T00:00:00Z' }),
        elsewhere: await publish({ platform: other, provider: `B ${mine}` }),
        comma: await publish({ platform: `${mine}, PC` }),
      };
      await verify(listings['later'].id);
    });

    it.each([
      [`platforms=${mine}`, ['later', 'soon', 'sea']],
      [`platforms=${mine}&platforms=${other}`, ['elsewhere', 'later', 'soon', 'sea']],
      [`platforms=${mine},${other}`, ['elsewhere', 'later', 'soon', 'sea']],
      [`platforms=${encodeURIComponent(`${mine}\\, PC`)}`, ['comma']],
      [`platforms=${other},${mine}\\,%20PC`, ['comma', 'elsewhere']],
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
      [`platforms=${mine}&endsAfter=2095-06-01t00:00:00z`, ['later']],
      [`platforms=${mine}&orderBy=NEWEST`, ['later', 'soon', 'sea']],
      [`platforms=${mine}&orderBy=ENDING_SOON`, ['soon', 'later', 'sea']],
      [`platforms=${mine}&first=1`, ['later']],
      [`platforms=${mine}&last=1`, ['sea']],
    ])('select the listings of ?%s', async (query, names) => {
      const response = await read(`${feed}?${query}`);
      expect(idsOf(response)).toEqual(names.map((name) => listings[name].id));
    });
  });

  it.each([
    ['platform=steam', '"platform" is not a parameter of this request: use first, after'],
    ['first=1&_=1', '"_" is not a parameter'],
    ['Search=x', '"Search" is not a parameter'],
    ['first=0', 'first must be at least 1'],
    ['first=101', 'first must be at most 100'],
    ['first=-1', 'first must be'],
    ['first=1.5', 'first must be a whole number'],
    ['first=many', 'first must be a whole number'],
    ['first=', 'first must be a whole number'],
    ['last=101', 'last must be at most 100'],
    ['first=1&last=1', 'last cannot be combined with first'],
    ['first=1&first=2', 'is repeated'],
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
    ['search=a&search=b', 'is repeated'],
    ['endsBefore=tomorrow', 'endsBefore must be an instant'],
    ['endsBefore=', 'endsBefore must be an instant'],
    ['endsBefore=1', 'endsBefore must be an instant'],
    ['endsAfter=Jan 5 2031', 'endsAfter must be an instant'],
    ['endsAfter=2031-02-30T00:00:00Z', 'endsAfter must be an instant'],
    ['endsAfter=0000-01-01T00:00:00Z', 'endsAfter must be an instant'],
    ['endsAfter=%2B275760-09-13T00:00:00Z', 'endsAfter must be an instant'],
    ['endsAfter=-000001-01-01T00:00:00Z', 'endsAfter must be an instant'],
  ])('refuses ?%s with 400 and the reason', expectRefused);

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
  ])('refuses %s with 400 and the reason', (_what, query, message) => expectRefused(query, message));

  async function expectRefused(query: string, message: string): Promise<void> {
    const { status, headers, body } = await read(`${feed}?${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { message: expect.stringContaining(message) } },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

function cursor(order: string, day: string): string {
  return Buffer.from(`${order}|${day}T00:00:00.000Z|lst_0`).toString('base64url');
}
