import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../support/gateway/gateway.ts';
import { expectDocumented } from '../support/http/openapi.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PATH = '/api/v1/giveaways';

const gateway = sharedByTests(startGateway);
let key: string;
const published: string[] = [];
beforeAll(async () => {
  key = await gateway.createKey();
  for (const sourceExternalId of ['first', 'second', 'third']) {
    const { body } = await gateway.publish(key, draft({ sourceExternalId }));
    published.unshift(body.listing.id);
  }
  await gateway.publish(await gateway.createKey(), draft());
});

const read = async (query = '', as = key) => {
  const response = await gateway.rest('GET', `${PATH}${query}`, { key: as });
  expectDocumented({ method: 'GET', path: PATH, ...response });
  return response;
};
const idsOf = ({ body }: Awaited<ReturnType<typeof read>>) =>
  body.listings.map(({ id }: { readonly id: string }) => id);

describe('GET /api/v1/giveaways without a sourceExternalId', () => {
  it("returns the caller's listings as they are returned one by one, newest change first", async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.listings[2]).toEqual((await read('?sourceExternalId=first')).body.listing);
    expect(body.listings.map(({ id }: { readonly id: string }) => id)).toEqual(published);
    expect(body.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  });

  it('returns pages from both ends', async () => {
    const first = await read('?first=2');
    expect([idsOf(first), first.body.pageInfo.hasNextPage]).toEqual([published.slice(0, 2), true]);
    const next = await read(`?first=2&after=${first.body.pageInfo.endCursor}`);
    expect([idsOf(next), next.body.pageInfo.hasNextPage]).toEqual([published.slice(2), false]);
    const before = await read(`?last=1&before=${next.body.pageInfo.startCursor}`);
    expect(idsOf(before)).toEqual(published.slice(1, 2));
  });

  it('returns every listing once in the order NEWEST while one changes', async () => {
    const first = await read('?first=2&orderBy=NEWEST');
    await gateway.publish(key, draft({ sourceExternalId: 'first', title: 'Changed' }));
    const next = await read(`?first=2&orderBy=NEWEST&after=${first.body.pageInfo.endCursor}`);
    expect([...idsOf(first), ...idsOf(next)]).toEqual(published);
    expect((await read(`?after=${first.body.pageInfo.endCursor}`)).status).toBe(400);
  });

  it('includes withdrawn listings, and no listings of other publishers', async () => {
    await gateway.withdraw(key, 'third');
    const { body } = await read('?first=1');
    expect(body.listings[0]).toMatchObject({ sourceExternalId: 'third', status: 'withdrawn' });
    expect(idsOf(await read()).toSorted()).toEqual(published.toSorted());
  });

  it('returns an empty page to a publisher without listings', async () => {
    const { body } = await read('', await gateway.createKey());
    expect(body).toEqual({
      listings: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it.each([
    '?first=0',
    '?first=101',
    '?first=x',
    '?first=1e1',
    '?first=1&last=1',
    '?after=x',
    '?first=1&first=2',
    '?orderBy=newest',
    '?orderBy=NEWEST&orderBy=NEWEST',
  ])('refuses %s', async (query) => {
    const { status, body } = await read(query);
    expect({ status, body }).toEqual({ status: 400, body: { error: { message: expect.any(String) } } });
  });

  it('requires a credential', async () => {
    expect((await gateway.rest('GET', PATH)).status).toBe(401);
  });
});
