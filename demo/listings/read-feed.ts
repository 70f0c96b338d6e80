import { Feed, type FeedFilter, type FeedOrder, type FeedQuery } from '@giveaway-gateway/client/documents';
import { graphql } from '../gateway.ts';

type FeedPage = FeedQuery['feed'];
type FeedListing = FeedPage['nodes'][number];

const PAGE = 20;

/** One page of the public feed. */
export async function readFeed(
  filter: FeedFilter,
  orderBy?: FeedOrder,
  after?: string | null,
): Promise<FeedPage> {
  return (await graphql(Feed, { first: PAGE, filter, orderBy, after })).feed;
}

/** All pages of the public feed. */
export async function readWholeFeed(filter: FeedFilter): Promise<FeedListing[]> {
  const all: FeedListing[] = [];
  let page: FeedPage | undefined;
  do {
    page = await readFeed(filter, undefined, page?.pageInfo.endCursor);
    all.push(...page.nodes);
  } while (page.pageInfo.hasNextPage);
  return all;
}
