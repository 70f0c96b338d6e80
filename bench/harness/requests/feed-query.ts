import { createHash } from 'node:crypto';
import { postJson, toRequestBytes } from './request.ts';

const ARGUMENTS = '$first: Int, $after: String, $filter: FeedFilter, $orderBy: FeedOrder';
const FIELD = 'feed(first: $first, after: $after, filter: $filter, orderBy: $orderBy)';
const SELECTION = `{
    edges {
      cursor
      node {
        id sourceExternalId title description landingUrl provider image platform worth instructions endDate
        verified createdAt updatedAt
        publisher { id kind createdAt }
      }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }`;

/** The query that a front page of giveaways sends: 20 listings with their publishers. */
export const FEED_DOCUMENT = `query Feed(${ARGUMENTS}) {\n  ${FIELD} ${SELECTION}\n}`;
export const FRONT_PAGE: FeedVariables = { first: 20 };

export interface FeedVariables {
  readonly first: number;
  readonly after?: string;
  readonly filter?: {
    readonly platforms?: readonly string[];
    readonly providers?: readonly string[];
    readonly verified?: boolean;
  };
  readonly orderBy?: 'RECENTLY_UPDATED' | 'NEWEST';
}

/** A POST of the feed query. */
export function postFeed(variables: FeedVariables): Buffer {
  return postJson('/graphql', JSON.stringify({ operationName: 'Feed', query: FEED_DOCUMENT, variables }));
}

const PERSISTED = {
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(FEED_DOCUMENT).digest('hex') },
};

/** The POST that registers the query's hash (automatic persisted queries). */
export function registerFeed(variables: FeedVariables): Buffer {
  const body = { operationName: 'Feed', query: FEED_DOCUMENT, variables, extensions: PERSISTED };
  return postJson('/graphql', JSON.stringify(body));
}

/** A GET of the feed by the query's hash. */
export function getFeed(variables: FeedVariables, headers: Readonly<Record<string, string>> = {}): Buffer {
  const search = new URLSearchParams({
    operationName: 'Feed',
    variables: JSON.stringify(variables),
    extensions: JSON.stringify(PERSISTED),
  });
  return toRequestBytes({
    method: 'GET',
    path: `/graphql?${search}`,
    // The header that proves to a server that this is not a simple cross-site request.
    headers: { 'apollo-require-preflight': 'true', ...headers },
  });
}

/** The feed query as a document that was not sent before: with a unique operation name and alias. */
export function postNewDocument(index: number): Buffer {
  const query = `query Feed${index}(${ARGUMENTS}) {\n  page${index}: ${FIELD} ${SELECTION}\n}`;
  return postJson(
    '/graphql',
    JSON.stringify({ operationName: `Feed${index}`, query, variables: FRONT_PAGE }),
  );
}
