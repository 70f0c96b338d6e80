import { feedContent } from './same-response.ts';
import type { FeedPage } from './different-feeds.ts';
import { sendRequest } from '../load/load.ts';
import { postJson } from './request.ts';

const QUERY = `query Feed($first: Int, $after: Cursor, $condition: ListingCondition, $orderBy: [ListingOrderBy!]) {
  feed: allListings(first: $first, after: $after, condition: $condition, orderBy: $orderBy) {
    edges {
      cursor
      node {
        id: rowId sourceExternalId title description landingUrl provider image platform worth instructions endDate
        verified createdAt updatedAt
        publisher { id: rowId kind createdAt }
      }
    }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const ORDERS = {
  RECENTLY_UPDATED: ['UPDATED_AT_DESC', 'ROW_ID_DESC'],
  NEWEST: ['CREATED_AT_DESC', 'ROW_ID_DESC'],
} as const;

/** Writes pages of the feed as queries of PostGraphile's schema; its cursors contain a digest. */
export async function createPostgraphileQuery(port: number): Promise<(page: FeedPage) => Buffer> {
  const digests = {
    RECENTLY_UPDATED: await readDigest(port, 'RECENTLY_UPDATED'),
    NEWEST: await readDigest(port, 'NEWEST'),
  };
  return ({ first, orderBy, after, platform, provider, verified }) =>
    post({
      first,
      orderBy: ORDERS[orderBy],
      after: Buffer.from(JSON.stringify([digests[orderBy], toKey(after.key), after.id])).toString('base64'),
      condition: { platform, provider, verified },
    });
}

function post(variables: unknown): Buffer {
  return postJson('/graphql', JSON.stringify({ operationName: 'Feed', query: QUERY, variables }));
}

async function readDigest(port: number, order: keyof typeof ORDERS): Promise<string> {
  const response = await sendRequest(port, post({ first: 1, orderBy: ORDERS[order] }));
  feedContent(response);
  const { data } = JSON.parse(response.body.toString()) as {
    data: { feed: { pageInfo: { startCursor: string } } };
  };
  const [digest] = JSON.parse(Buffer.from(data.feed.pageInfo.startCursor, 'base64').toString()) as [string];
  return digest;
}

function toKey(iso: string): string {
  return iso.replace('Z', '000+00:00');
}
