import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { DEFAULT_TEXTS, LIMITS, REQUIRED, textOf } from '../support/listing-limits.ts';

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

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

const DEFAULTS = { ...DEFAULT_TEXTS, endDate: 'N/A' };
const FIELDS = [...REQUIRED, ...Object.keys(DEFAULTS)];

const longest = Object.fromEntries(
  Object.entries(LIMITS).map(([field, limit]) => [field, textOf(field, limit, 'ß')]),
);

describe('the input of a listing', () => {
  it('may be as long as the limits say, counted in code points', async () => {
    expect((await publish(longest)).listing).toMatchObject(longest);
  });

  it.each(Object.entries(LIMITS))(
    'is refused by both APIs alike with one character more of %s',
    async (field) => {
      expect(await publish({ [field]: `${longest[field]}ß` })).toHaveProperty('refused');
    },
  );

  it.each([
    ['blank', { title: '\n\u3000\uFEFF' }],
    ['half a character', { title: 'a\uD83C' }],
    ['a script', { landingUrl: 'javascript:alert(1)' }],
    ['no instant', { endDate: '2031-02-29T00:00:00Z' }],
    ['each wrong in its own way', { title: '', landingUrl: 'nowhere', platform: 'a\u0000', endDate: 'soon' }],
  ])('is refused by both APIs alike with fields that are %s', async (_what, fields) => {
    const { refused } = await publish(fields);
    for (const field of Object.keys(fields)) expect(refused).toMatch(new RegExp(`(^|\\. )${field} `));
  });

  it('takes its defaults for what is left out, null or blank, in an update too', async () => {
    const given = { provider: 'P', platform: 'steam', worth: '$1', instructions: 'Click.' };
    await publish({ ...given, image: 'https://img.example.com/a.png', endDate: '2031-05-05T05:05:05Z' });
    for (const value of [undefined, null, ' \t ']) {
      const fields = Object.fromEntries(Object.keys(DEFAULTS).map((field) => [field, value]));
      expect((await publish(fields)).listing).toMatchObject(DEFAULTS);
    }
  });

  it('is refused by both APIs with a field that is no text, or is required and absent', async () => {
    for (const field of REQUIRED) for (const value of [undefined, null]) await expectWrongKind(field, value);
    for (const field of FIELDS) for (const value of [0, ['a']]) await expectWrongKind(field, value);
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

describe('withdrawing and reading', () => {
  it.each([
    ['200 gifts', '🎁'.repeat(200), 200],
    ['201 gifts', '🎁'.repeat(201), 400],
    ['a blank', ' ', 400],
    ['U+0000', 'a\u0000', 400],
  ])('withdrawing and reading by an ID of %s comes to the same in both doors', async (_what, id, status) => {
    const own = await gateway.createKey();
    const [rest, read] = [await gateway.withdraw(own, id), await gateway.read(own, id)];
    const query = async (document: string) => (await gateway.graphql(document, { id }, own)).body;
    const withdrawn = await query(
      'mutation ($id: String!) { withdrawListing(input: { sourceExternalId: $id }) { sourceExternalId status } }',
    );
    const found = await query('query ($id: String!) { myListing(sourceExternalId: $id) { id } }');

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
