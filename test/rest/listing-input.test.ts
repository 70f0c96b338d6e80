import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startGateway } from '../support/gateway/gateway.ts';
import { anyText, listing } from '../support/any-listing.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const RUNS = { numRuns: 60 };

const gateway = sharedByTests(startGateway);
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const ERROR = { error: { message: expect.stringMatching(/./) } };

/** Posts a listing; a published one must be read as its publication returned it. */
async function post(body: unknown): Promise<{ status: number; listing: Record<string, unknown> }> {
  const response = await gateway.publish(key, body);
  if (response.status !== 200) {
    expect(response).toMatchObject({ status: 400, body: ERROR });
    return { status: 400, listing: {} };
  }
  const { listing } = response.body;
  expect((await gateway.read(key, listing.sourceExternalId)).body).toStrictEqual({ listing });
  return { status: 200, listing };
}

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
});

describe('a listing within the limits', () => {
  it('is published exactly as it was sent, with the defaults filled in', async () => {
    await fc.assert(
      fc.asyncProperty(listing, async (sent) => {
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
      fc.asyncProperty(anyText(80), word, async (around, title) => {
        const { listing: published } = await post(draft({ title: `${around} ${title}` }));
        const { body } = await gateway.rest('GET', `/feed.json?search=${title.toUpperCase()}`);
        expect(body.items).toContainEqual(expect.objectContaining({ id: published['id'] }));
      }),
      { numRuns: 20 },
    );
  });
});
