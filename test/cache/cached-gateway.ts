import { afterAll, beforeAll } from '@jest/globals';
import { decoded, sendForBytes, type BytesResponse } from '../support/http/bytes.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { draft } from '../support/listings.ts';

export type Headers = Readonly<Record<string, string>>;

export let gateway: Gateway;
export let key: string;

/** Starts a gateway with some listings for a suite, and stops it. */
export function useCachedGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway();
    key = await gateway.createKey();
    for (let index = 0; index < 30; index += 1)
      await gateway.publish(key, draft({ description: `Text ${index}. `.repeat(20) }));
  });
  afterAll(() => gateway.stop());
}

export const JSON_TYPE = { 'content-type': 'application/json' };
const PREFLIGHTED = { 'apollo-require-preflight': '1' };
export const post = (operation: object, headers: Headers = {}) =>
  sendForBytes('POST', `${gateway.url}/graphql`, { ...JSON_TYPE, ...headers }, JSON.stringify(operation));
export const pathOf = (operation: Readonly<Record<string, unknown>>) =>
  `/graphql?${Object.entries(operation)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join('&')}`;
export const get = (operation: Readonly<Record<string, unknown>>, headers: Headers = {}) =>
  sendForBytes('GET', `${gateway.url}${pathOf(operation)}`, { ...PREFLIGHTED, ...headers });
export const jsonOf = (response: BytesResponse): Json => JSON.parse(decoded(response).toString());
/** Requests until the response is cached, and once more. */
export async function cached(query: () => Promise<BytesResponse>): Promise<BytesResponse> {
  await query();
  await query();
  return query();
}

let count = 0;
/** A query that no test has sent before. */
export const fresh = (selection = 'feed(first: 5) { edges { node { id title } } }') =>
  `query Fresh${(count += 1)} { ${selection} }`;
export const FEED_PATH = '/feed.json?first=30';
