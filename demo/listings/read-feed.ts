import { graphql } from '../gateway.ts';
import type { Listing } from './publisher.ts';

interface FeedPage {
  readonly listings: readonly Listing[];
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

const FEED = `query ($after: String, $filter: FeedFilter, $orderBy: FeedOrder) {
  feed(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
    edges { node { id sourceExternalId title worth platform status createdAt updatedAt } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** One page of the public feed. */
export async function readFeed(filter: object, orderBy?: string, cursor?: string): Promise<FeedPage> {
  const { feed } = await graphql<{
    feed: {
      edges: { node: Listing }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  }>(FEED, { filter, orderBy, after: cursor });
  return { listings: feed.edges.map(({ node }) => node), ...feed.pageInfo };
}

/** All pages of the public feed. */
export async function readWholeFeed(filter: object): Promise<Listing[]> {
  const all: Listing[] = [];
  let page: FeedPage | undefined;
  do {
    page = await readFeed(filter, undefined, page?.endCursor ?? undefined);
    all.push(...page.listings);
  } while (page.hasNextPage);
  return all;
}
