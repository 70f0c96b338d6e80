import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  key = await gateway.createKey();
});
afterAll(() => gateway.stop());

type Fields = Readonly<Record<string, unknown>>;

const MUTATION = `mutation ($input: PublishListingInput!) {
  publishListing(input: $input) {
    listing {
      id sourceExternalId title description landingUrl provider image platform worth instructions endDate
      verified status createdAt updatedAt
    }
  }
}`;
const INVALID = { code: 'INVALID_PAYLOAD', retryable: false };

const publishByGraphql = (input: Fields) => gateway.graphql(MUTATION, { input }, key);

/** Publishes through both doors, REST first, and expects both to say the same: the listing as REST shows it, or why not. */
async function publish(fields: Fields): Promise<{ readonly listing?: Json; readonly refused?: string }> {
  const sent = draft(fields);
  const rest = await gateway.publish(key, sent);
  const { status, body } = await publishByGraphql(sent);
  if (rest.status !== 200) {
    expect(rest.status).toBe(400);
    const refused = rest.body.error.message;
    expect({ status, data: body.data }).toEqual({ status: 200, data: null });
    expect(body.errors).toEqual([
      expect.objectContaining({ message: refused, extensions: expect.objectContaining(INVALID) }),
    ]);
    return { refused };
  }
  expect(body.errors).toBeUndefined();
  const shown = body.data.publishListing.listing;
  // The second door has updated the listing of the first.
  expect(shown.updatedAt > rest.body.listing.updatedAt).toBe(true);
  expect({
    ...shown,
    image: shown.image ?? '',
    endDate: shown.endDate?.replace('.000Z', 'Z') ?? 'N/A',
    status: shown.status.toLowerCase(),
  }).toStrictEqual({ ...rest.body.listing, updatedAt: shown.updatedAt });
  return { listing: rest.body.listing };
}

const LIMITS = {
  sourceExternalId: 200,
  title: 160,
  description: 4_000,
  landingUrl: 2_048,
  provider: 120,
  image: 2_048,
  platform: 80,
  worth: 40,
  instructions: 4_000,
};
const DEFAULTS = {
  provider: 'Independent publisher',
  image: '',
  platform: 'all',
  worth: 'N/A',
  instructions: "Open the publisher's entry page and follow the steps shown there.",
  endDate: 'N/A',
};
const REQUIRED = ['sourceExternalId', 'title', 'description', 'landingUrl'];
const FIELDS = [...REQUIRED, ...Object.keys(DEFAULTS)];
const ALPHABETS = [
  ['letters', 'x'],
  ['letters of two bytes', 'ß'],
  ['ideographs', '海'],
  ['emoji', '🎁'],
  ['letters of the rarer planes', '𝒳'],
  ['combining marks', '\u0301'],
] as const;

/** A text of exactly so many code points; of a URL the start is one. */
function textOf(field: string, length: number, character: string): string {
  const start = /url|image/i.test(field) ? 'https://publisher.example.com/' : '';
  return start + character.repeat(length - start.length);
}

const limits = Object.entries(LIMITS);

describe.each(ALPHABETS)('counted in %s', (_what, character) => {
  it.each(limits)('%s takes %i and not one more', async (field, limit) => {
    const longest = textOf(field, limit, character);
    expect((await publish({ [field]: longest })).listing).toHaveProperty([field], longest);

    const { refused } = await publish({ [field]: `${longest}${character}` });
    expect(refused).toBe(`${field} is too long: shorten it to ${limit} characters.`);
  });
});

describe('counted in characters of several code points', () => {
  it.each([
    ['a family', '👨‍👩‍👧‍👦', 7],
    ['a flag', '🇮🇸', 2],
    ['a letter with its accent', 'e\u0301', 2],
  ])('%s counts for each of them', async (_what, character, size) => {
    expect((await publish({ worth: character.repeat(Math.floor(40 / size)) })).refused).toBeUndefined();
    expect((await publish({ worth: character.repeat(Math.floor(40 / size) + 1) })).refused).toMatch(
      /^worth is/,
    );
  });
});

describe('white space around a text', () => {
  it.each(limits)('does not count for the limit of %s', async (field, limit) => {
    const longest = textOf(field, limit, 'x');
    const { listing } = await publish({ [field]: ` \t\n\u00A0\u3000${longest}\r\n ` });
    expect(listing).toHaveProperty([field], longest);
  });

  it('is taken off an end, too', async () => {
    const { listing } = await publish({ endDate: ' 2031-05-05T05:05:05Z\n' });
    expect(listing.endDate).toBe('2031-05-05T05:05:05Z');
  });

  it('stays within a text', async () => {
    const title = 'one  two\n\tthree';
    expect((await publish({ title })).listing.title).toBe(title);
  });
});

describe('an optional field', () => {
  it.each(Object.entries(DEFAULTS))('%s without a value takes its default %j', async (field, fallback) => {
    for (const value of [undefined, null, '', ' \t ']) {
      const { listing } = await publish({ [field]: value });
      expect(listing).toHaveProperty([field], fallback);
    }
  });

  it.each(Object.entries(DEFAULTS))(
    '%s returns to its default %j when an update leaves it out',
    async (field, fallback) => {
      const sent = draft({ image: 'https://img.example.com/a.png', endDate: '2031-05-05T05:05:05Z' });
      const given = { provider: 'P', platform: 'steam', worth: '$1', instructions: 'Click.', ...sent };
      await publish(given);
      const { listing } = await publish({ ...given, [field]: undefined });
      expect(listing).toHaveProperty([field], fallback);
    },
  );
});

describe('a required field', () => {
  it.each(REQUIRED)('%s may not be empty or blank', async (field) => {
    const limit = LIMITS[field as keyof typeof LIMITS];
    for (const value of ['', ' ', '\n\u3000\uFEFF'])
      expect((await publish({ [field]: value })).refused).toBe(
        `${field} is required: send 1 to ${limit} characters.`,
      );
  });

  it.each(REQUIRED)('%s may not be absent or null', async (field) => {
    for (const value of [undefined, null]) await expectWrongKind(field, value);
  });
});

describe('a value that is no text', () => {
  it.each(FIELDS)('is refused for %s', async (field) => {
    for (const value of [0, 1.5, true, false, [], ['a'], {}, { a: 'b' }]) await expectWrongKind(field, value);
  });
});

/** GraphQL finds such values by its types, and has its own words for them. */
async function expectWrongKind(field: string, value: unknown): Promise<void> {
  const sent = draft({ [field]: value });
  const rest = await gateway.publish(key, sent);
  expect(rest).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringMatching(new RegExp(`^${field} (must|is required)`)) } },
  });
  const { body } = await publishByGraphql(sent);
  expect(body.data).toBeUndefined();
  expect(body.errors).toEqual([
    expect.objectContaining({
      message: expect.stringContaining(field),
      extensions: expect.objectContaining(INVALID),
    }),
  ]);
}

describe('a text that cannot be kept', () => {
  it.each(Object.keys(LIMITS))('is refused for %s: U+0000, and half of a surrogate pair', async (field) => {
    const start = textOf(field, 40, 'x').slice(0, 39);
    // In a URL it is a character that a URL has not.
    const nothing = /url|image/i.test(field) ? /https?:\/\/|U\+0000/ : /contains the character U\+0000/;
    expect((await publish({ [field]: `${start}\u0000` })).refused).toMatch(nothing);
    for (const half of ['\uD83C', '\uDF81', '\uDF81\uD83C'])
      expect((await publish({ [field]: `${start.slice(0, 37)}${half}` })).refused).toMatch(
        /contains half of a surrogate pair/,
      );
  });

  it.each(['endDate'])('is refused for %s', async (field) => {
    expect((await publish({ [field]: '2031-05-05T05:05:05Z\u0000' })).refused).toMatch(/^endDate must be/);
  });
});

describe('a text of special characters', () => {
  it.each([
    ['escapes', '\\n \\u0041 %20 &amp; \\'],
    ['quotes', '\'"`´‘’“”'],
    ['control characters', 'a\u0001\u001F\u007F\u0085b'],
    ['non-characters', 'a\uFFFE\uFFFF\u{1FFFE}b'],
    ['directions', 'مسابقة \u202Eabc\u202C \u2066x\u2069'],
    ['joiners and selectors', '👩‍💻 ❤️ क्‍ष'],
    ['SQL', "'; drop table listing; --"],
    ['names of objects', '__proto__'],
    ['numbers', '1e999'],
    ['a GraphQL variable', '$input { a }'],
  ])('comes back as it was sent: %s', async (_what, text) => {
    const texts = {
      title: text,
      description: text,
      provider: text,
      platform: text,
      worth: text,
      instructions: text,
    };
    expect((await publish(texts)).listing).toMatchObject(texts);
  });
});

describe.each(['landingUrl', 'image'])('%s', (field) => {
  it.each([
    'https://a.example.com',
    'HTTP://A.EXAMPLE.COM/',
    'http://localhost:8080/x?y=z#w',
    'https://a.example.com:443/a%20b/?q=%C3%A9&r=[1]',
    'https://пример.example.com/страница',
    'https://xn--e1afmkfd.example.com/',
    'https://192.0.2.1/',
    'https://[2001:db8::1]:8443/',
    "https://a.example.com/it's(fine)~*!$&,;=:@",
  ])('may be %s', async (url) => {
    expect((await publish({ [field]: url })).listing).toHaveProperty([field], url);
  });

  it.each([
    'a.example.com',
    '//a.example.com',
    '/giveaways/1',
    'https:a.example.com',
    'https:/a.example.com',
    'https:///a.example.com',
    'https://',
    'https://?q',
    'https:// a.example.com',
    'https://a.example.com/a b',
    'https://a.example.com/\ta',
    'https://a.example.com/"x"',
    'https://a.example.com/<x>',
    'https://a.example.com\\x',
    'https://a.example.com:99999/',
    'https://a..example.com:x/',
    'https://user@a.example.com/',
    'https://user:secret@a.example.com/',
    'https://@a.example.com/',
    'https://:@a.example.com/',
    'https://[::1/',
    'https://a.example.com%00/',
    'ftp://a.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/hosts',
    'mailto:someone@example.com',
    'ws://a.example.com/',
    'view-source:https://a.example.com/',
  ])('may not be %j', async (url) => {
    expect((await publish({ [field]: url })).refused).toBe(
      `${field} must be an absolute http:// or https:// URL without user name, password or white space.`,
    );
  });
});

describe('endDate', () => {
  it.each([
    '2031-05-05T05:05:05Z',
    '2032-02-29T23:59:59Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '1969-12-31T23:59:59Z',
    '2020-01-01T00:00:00Z',
  ])('may be %s', async (endDate) => {
    expect((await publish({ endDate })).listing).toHaveProperty('endDate', endDate);
  });

  it.each([
    '2031-02-29T00:00:00Z',
    '2031-04-31T00:00:00Z',
    '2031-13-01T00:00:00Z',
    '2031-00-01T00:00:00Z',
    '2031-01-00T00:00:00Z',
    '2031-01-01T24:00:00Z',
    '2031-01-01T23:60:00Z',
    '2031-01-01T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '+012031-01-01T00:00:00Z',
    '2031-01-01T00:00:00',
    '2031-01-01T00:00:00z',
    '2031-01-01t00:00:00Z',
    '2031-01-01 00:00:00Z',
    '2031-01-01 00:00:00',
    '2031-01-01T00:00:00.000Z',
    '2031-01-01T00:00Z',
    '2031-01-01T00:00:00+00:00',
    '2031-01-01',
    '２０３１-01-01T00:00:00Z',
    'N/A',
    'tomorrow',
    '1924992000',
  ])('may not be %s', async (endDate) => {
    expect((await publish({ endDate })).refused).toBe(
      'endDate must be a real instant written YYYY-MM-DDTHH:MM:SSZ (UTC, with seconds).',
    );
  });
});

describe('several wrong fields', () => {
  it('are all named at once', async () => {
    const { refused } = await publish({
      title: '',
      landingUrl: 'nowhere',
      worth: 'x'.repeat(41),
      platform: 'a\u0000',
      endDate: 'soon',
    });
    for (const field of ['title', 'landingUrl', 'worth', 'platform', 'endDate'])
      expect(refused).toMatch(new RegExp(`(^|\\. )${field} `));
  });
});

describe('withdrawing and reading', () => {
  it.each([
    ['200 gifts', '🎁'.repeat(200), 200],
    ['201 gifts', '🎁'.repeat(201), 400],
    ['a blank', ' ', 400],
    ['U+0000', 'a\u0000', 400],
  ])('by an ID of %s comes to the same in both doors', async (_what, id, status) => {
    const own = await gateway.createKey();
    const [rest, read] = [await gateway.withdraw(own, id), await gateway.read(own, id)];
    const ask = async (document: string) => (await gateway.graphql(document, { id }, own)).body;
    const withdrawn = await ask(
      'mutation ($id: String!) { withdrawListing(input: { sourceExternalId: $id }) { sourceExternalId status } }',
    );
    const found = await ask('query ($id: String!) { myListing(sourceExternalId: $id) { id } }');

    expect(rest.status).toBe(status);
    if (status === 200) {
      expect(read.status).toBe(404);
      expect(withdrawn.data.withdrawListing).toEqual({ ...rest.body, status: 'WITHDRAWN' });
      expect(found).toMatchObject({ data: { myListing: null } });
    } else {
      expect(read.body).toEqual(rest.body);
      for (const { errors } of [withdrawn, found]) expect(errors[0].message).toBe(rest.body.error.message);
    }
  });
});
