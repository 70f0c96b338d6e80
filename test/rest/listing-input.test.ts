import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';

const RUNS = { numRuns: 60 };
const MANY_RUNS = { numRuns: 120 };
const LARGEST_BODY = 32_768;

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  key = await gateway.createKey();
});
afterAll(() => gateway.stop());

const ERROR = { error: { message: expect.stringMatching(/./) } };
const fits = (body: unknown) => Buffer.byteLength(JSON.stringify(body)) <= LARGEST_BODY;

/** Posts a listing; a published one must be read as its publication returned it. */
async function post(body: unknown): Promise<{ status: number; listing: Record<string, unknown> }> {
  const answer = await gateway.publish(key, body);
  if (answer.status !== 200) {
    expect(answer).toMatchObject({ status: 400, body: ERROR });
    return { status: 400, listing: {} };
  }
  const { listing } = answer.body;
  expect((await gateway.read(key, listing.sourceExternalId)).body).toStrictEqual({ listing });
  return { status: 200, listing };
}

/** A text of at most this number of code points that is visible, and changed neither by trimming nor in its line ends. */
const text = (limit: number, unit: 'binary' | 'grapheme' = 'binary'): Arbitrary<string> =>
  fc
    .string({ unit, minLength: 1, maxLength: limit })
    .map((value) =>
      Array.from(value.replaceAll(/[\0\r]/g, '').trim())
        .slice(0, limit)
        .join('')
        .trim(),
    )
    .filter((value) => /[\p{L}\p{N}\p{P}]/u.test(value));

const url = fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] });
const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d+/, ''));
const optional = <Value>(value: Arbitrary<Value>) => fc.option(value, { nil: undefined });

const listing = fc.record({
  sourceExternalId: text(200),
  title: text(160),
  description: fc.oneof(text(4_000), text(1_000, 'grapheme')),
  landingUrl: url,
  provider: optional(text(120)),
  image: optional(url),
  platform: optional(text(80)),
  worth: optional(text(40, 'grapheme')),
  instructions: optional(text(4_000)),
  endDate: optional(instant),
});

describe('any JSON as a listing', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });

  it('gets 200 or 400 with the documented body', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (body) => {
        await post(JSON.stringify(body));
      }),
      RUNS,
    );
  });

  it('gets 200 or 400 when it replaces any field', async () => {
    const field = fc.constantFrom(
      ...Object.keys(draft({ provider: 0, image: 0, platform: 0, worth: 0, endDate: 0 })),
    );
    await fc.assert(
      fc.asyncProperty(field, anyJson, async (name, value) => {
        const { status, listing } = await post(draft({ [name]: value }));
        const isText = typeof value === 'string';
        if (status === 200)
          expect(isText ? listing[name] : value).toEqual(isText ? expect.any(String) : null);
      }),
      MANY_RUNS,
    );
  });

  it('is ignored in additional members', async () => {
    const fields = Object.keys(await post(draft()).then(({ listing }) => listing));
    const others = fc.dictionary(fc.string(), anyJson).map((members) => Object.entries(members));
    await fc.assert(
      fc.asyncProperty(others, async (members) => {
        const more = Object.fromEntries(members.filter(([name]) => !fields.includes(name)));
        const sent = draft();
        const { status, listing } = await post({ ...more, ...sent });
        expect(status).toBe(200);
        expect(listing).toMatchObject(sent);
        expect(Object.keys(listing)).toEqual(fields);
      }),
      RUNS,
    );
  });
});

describe('a listing within the limits', () => {
  it('is published exactly as it was sent, with the defaults filled in', async () => {
    await fc.assert(
      fc.asyncProperty(listing.filter(fits), async (sent) => {
        const { status, listing: published } = await post(sent);
        expect(status).toBe(200);
        expect(published).toMatchObject({
          provider: 'Independent publisher',
          image: '',
          platform: 'all',
          worth: 'N/A',
          endDate: 'N/A',
          verified: false,
          status: 'published',
          ...JSON.parse(JSON.stringify(sent)),
        });
      }),
      RUNS,
    );
  });

  it('is found in the feed by any word of its title', async () => {
    const word = fc.stringMatching(/^[a-z0-9]{12,20}$/);
    await fc.assert(
      fc.asyncProperty(text(80), word, async (around, title) => {
        const { listing: published } = await post(draft({ title: `${around} ${title}` }));
        const { body } = await gateway.rest('GET', `/feed.json?search=${title.toUpperCase()}`);
        expect(body.items).toContainEqual(expect.objectContaining({ id: published['id'] }));
      }),
      { numRuns: 20 },
    );
  });

  it('loses only the white space around its texts', async () => {
    const space = fc
      .array(fc.constantFrom(' ', '\t', '\n', '\r', '\u00A0', '\u2003', '\u3000', '\uFEFF'), { maxLength: 4 })
      .map((characters) => characters.join(''));
    await fc.assert(
      fc.asyncProperty(listing.filter(fits), space, space, async (sent, before, after) => {
        const around = Object.fromEntries(
          Object.entries(sent).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, before + value + after]],
          ),
        );
        fc.pre(fits(around));
        const { listing: published } = await post(around);
        expect(published).toMatchObject(JSON.parse(JSON.stringify(sent)));
      }),
      RUNS,
    );
  });
});

describe('the URL of a listing', () => {
  it('is refused unless it is an absolute http(s) URL without user information', async () => {
    const part = fc.constantFrom(
      'https:',
      'http:',
      'ftp:',
      'javascript:',
      '//',
      '/',
      '@',
      ':',
      'a',
      '.',
      '?',
      '#',
      '%',
    );
    const almost = fc
      .array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 3 })), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(almost, fc.webUrl(), fc.string()), async (landingUrl) => {
        const { status } = await post(draft({ landingUrl }));
        if (status !== 200) return;
        const { protocol, host, username, password } = new URL(landingUrl);
        expect(['http:', 'https:']).toContain(protocol);
        expect({ username, password }).toEqual({ username: '', password: '' });
        expect(host).not.toBe('');
      }),
      MANY_RUNS,
    );
  });
});

describe('the end date of a listing', () => {
  const digits = (count: number) =>
    fc.integer({ min: 0, max: 10 ** count - 1 }).map((n) => `${n}`.padStart(count, '0'));
  const almost = fc
    .tuple(
      digits(4),
      ...Array.from({ length: 5 }, () =>
        fc.oneof(
          fc.integer({ min: 1, max: 12 }).map((n) => `${n}`.padStart(2, '0')),
          digits(2),
        ),
      ),
    )
    .map(
      ([year, month, day, hour, minute, second]) => `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
    );

  it('is stored to the second when it is a real instant in the documented form, and refused otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(almost, instant, fc.string()), async (endDate) => {
        const date = new Date(endDate);
        const isReal =
          !endDate.startsWith('0000') &&
          !Number.isNaN(date.getTime()) &&
          date.toISOString().replace('.000Z', 'Z') === endDate;
        const { status, listing: published } = await post(draft({ endDate }));
        if (endDate.trim() === '') expect(published['endDate']).toBe('N/A');
        else expect([status, published['endDate']]).toEqual(isReal ? [200, endDate] : [400, undefined]);
      }),
      MANY_RUNS,
    );
  });
});
