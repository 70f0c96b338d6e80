import { describe, expect, it } from '@jest/globals';
import { decoded, sendForBytes, type BytesResponse } from '../support/http/bytes.ts';
import { eventually } from '../support/eventually.ts';
import { draft } from '../support/listings.ts';
import {
  type Headers,
  gateway,
  key,
  post,
  get,
  jsonOf,
  cached,
  FEED_PATH,
  useCachedGateway,
} from './cached-gateway.ts';

useCachedGateway();

/** A response and the response to a request that uses it, both from one version of the feed: other tests change the feed. */
async function inOneVersion<Result>(
  request: () => Promise<BytesResponse>,
  act: (whole: BytesResponse) => Promise<Result>,
): Promise<{ whole: BytesResponse; result: Result }> {
  const { whole, result } = await eventually(
    async () => {
      const first = await cached(request);
      return { whole: first, result: await act(first), after: await request() };
    },
    ({ whole: { headers }, after }) => headers.etag === after.headers.etag,
  );
  return { whole, result };
}
const LONG = 'feed(first: 30) { edges { node { id title description } } }';

describe('a client that knows a response', () => {
  const QUERIES = [
    ['a query by GET', (headers: Headers) => get({ query: '{ feed { edges { node { id } } } }' }, headers)],
    ['the JSON feed', (headers: Headers) => sendForBytes('GET', `${gateway.url}${FEED_PATH}`, headers)],
    ['the Atom feed', (headers: Headers) => sendForBytes('GET', `${gateway.url}/feed.atom`, headers)],
  ] as const;
  const KNOWING: readonly (readonly [how: string, write: (etag: string) => string])[] = [
    ['as it was sent', (etag) => etag],
    ['in its strong form', (etag) => etag.slice(2)],
    ['first in a list', (etag) => `${etag}, "other"`],
    ['last in a list without spaces', (etag) => `"other",W/"another",${etag}`],
    ['in a list with many spaces', (etag) => `"other"  ,   ${etag}  `],
    ['by a star', () => '*'],
  ];

  it.each(
    QUERIES.flatMap(([what, request]) => KNOWING.map(([how, write]) => ({ what, how, request, write }))),
  )('gets 304 without a body for $what, its ETag $how', async ({ request, write }) => {
    const { whole, result } = await inOneVersion(
      () => request({}),
      ({ headers: { etag } }) => request({ 'if-none-match': write(String(etag)) }),
    );
    const { status, headers, bytes } = result;
    expect(status).toBe(304);
    expect(bytes).toHaveLength(0);
    expect(headers.etag).toBe(whole.headers.etag);
    expect(headers['cache-control']).toBe(whole.headers['cache-control']);
    expect(headers.vary).toBe(whole.headers.vary);
  });

  it.each([
    ['of another answer', () => 'W/"AAAAAAAAAAAAAAAAAAAAAAAAAAA"'],
    ['without its quotes', (etag: string) => etag.replaceAll('"', '')],
    ['that only begins alike', (etag: string) => `${etag.slice(0, -2)}"`],
    ['that is empty', () => '""'],
  ])('gets the whole response for an ETag %s', async (_what, write) => {
    const operation = { query: '{ feed { edges { node { id } } } }' };
    const { whole, result: again } = await inOneVersion(
      () => get(operation),
      ({ headers: { etag } }) => get(operation, { 'if-none-match': write(String(etag)) }),
    );
    expect(again.status).toBe(200);
    expect(again.bytes).toEqual(whole.bytes);
  });

  it('gets the whole response by POST all the same', async () => {
    const request = (headers: Headers) => post({ query: '{ feed { edges { node { id } } } }' }, headers);
    const { headers } = await cached(() => request({}));
    expect((await request({ 'if-none-match': String(headers.etag) })).status).toBe(200);
  });

  it('gets the new response when the feed has changed', async () => {
    const platform = `changed-${Date.now()}`;
    const operation = {
      query: `{ feed(filter: { platforms: ["${platform}"] }) { edges { node { title } } } }`,
    };
    const { headers } = await cached(() => get(operation));
    await gateway.publish(key, draft({ platform, title: 'New' }));
    const changed = await eventually(
      () => get(operation, { 'if-none-match': String(headers.etag) }),
      ({ status }) => status === 200,
    );
    expect(jsonOf(changed).data.feed.edges).toEqual([{ node: { title: 'New' } }]);
  });
});

describe('a compressed response', () => {
  const QUERIES = [
    ['a query by POST', (headers: Headers) => post({ query: `{ ${LONG} }` }, headers)],
    ['a query by GET', (headers: Headers) => get({ query: `{ ${LONG} }` }, headers)],
    ['the JSON feed', (headers: Headers) => sendForBytes('GET', `${gateway.url}${FEED_PATH}`, headers)],
  ] as const;
  const ACCEPTED: readonly (readonly [accepted: string, encoding: string | undefined])[] = [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0, gzip;q=0.5', 'gzip'],
    ['gzip ; q=0 , br', 'br'],
    ['identity;q=0, gzip', 'gzip'],
    ['br;q=0.001', 'br'],
    ['gzip;q=0', undefined],
    ['br;q=0.000, gzip;Q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
  ];

  it.each(
    QUERIES.flatMap(([what, request]) =>
      ACCEPTED.map(([accepted, encoding]) => ({ what, request, accepted, encoding })),
    ),
  )('has the same content: $what, accepting "$accepted"', async ({ request, accepted, encoding }) => {
    const { whole: plain, result: compressed } = await inOneVersion(
      () => request({}),
      () => request({ 'accept-encoding': accepted }),
    );
    expect(compressed.headers['content-encoding']).toBe(encoding);
    expect(decoded(compressed)).toEqual(plain.bytes);
    expect(compressed.headers['content-length']).toBe(String(compressed.bytes.length));
    expect(compressed.headers.etag).toBe(plain.headers.etag);
    if (encoding !== undefined) expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
  });

  it('is not used when it would be hardly smaller', async () => {
    const response = await cached(() => post({ query: '{ __typename }' }, { 'accept-encoding': 'gzip, br' }));
    expect(response.headers['content-encoding']).toBeUndefined();
  });
});
