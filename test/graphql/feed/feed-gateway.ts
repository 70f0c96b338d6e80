import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../../support/http/http.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { draft } from '../../support/listings.ts';

export let gateway: Gateway;
export let issuer: Issuer;
export let key: string;

/** Starts a gateway with a publisher's key and a token issuer for a suite, and stops them. */
export function useFeedGateway(): void {
  beforeAll(async () => {
    issuer = await startIssuer();
    gateway = await startGateway({ OAUTH_ISSUERS: issuer.entry });
    key = await gateway.createKey();
  });
  afterAll(async () => {
    await gateway.stop();
    await issuer.stop();
  });
}

let queryNumber = 0;
/** Reads the feed with a new query text, so that no earlier test has cached the response. */
export async function feed(variables: object, selection = 'edges { node { id } }'): Promise<HttpResponse> {
  return gateway.graphql(
    `query Q${(queryNumber += 1)} ($first: Int, $after: String, $last: Int, $before: String, $filter: FeedFilter, $orderBy: FeedOrder) {
      feed(first: $first, after: $after, last: $last, before: $before, filter: $filter, orderBy: $orderBy) { ${selection} }
    }`,
    variables,
  );
}
export const nodesOf = ({ body }: HttpResponse): Json[] => body.data.feed.edges.map(({ node }: Json) => node);
/** The titles of the listings that match a filter, in the order of publishing; for filters that match few listings. */
export async function titles(filter: object): Promise<string[]> {
  return nodesOf(await feed({ first: 100, filter, orderBy: 'NEWEST' }, 'edges { node { title } }'))
    .map(({ title }) => title)
    .toReversed();
}
export async function publish(fields: object, credential = key): Promise<string> {
  const { body } = await gateway.publish(credential, draft(fields as Record<string, unknown>));
  return String(body.listing.id);
}
export const codeOf = ({ body }: HttpResponse): string | undefined => body.errors?.[0].extensions.code;
const MINUTE = 60_000;
export const inMinutes = (minutes: number) =>
  `${new Date(Date.now() + minutes * MINUTE).toISOString().slice(0, 19)}Z`;

export function importLegacy(listings: readonly object[]): Promise<HttpResponse> {
  return gateway.graphql(
    'mutation ($listings: [PublishLegacyListingInput!]!) { importLegacyListings(input: { listings: $listings }) { imported } }',
    { listings },
    gateway.operatorToken,
  );
}
