import { Args, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { readFacts } from '../../../core/listings/facts/fact-words.ts';
import { cursorOf, endsOf, readFeed } from '../../../core/feed/read-feed.ts';
import {
  FEED_COLUMNS,
  type FeedColumn,
  type FeedCount,
  type FeedRow,
} from '../../../core/feed/feed-store.ts';
import { parseInput } from '../../../core/use-case.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { FeedArgs, FeedConnection } from './feed-types.ts';
import type { ListingType } from '../listings/listing-types.ts';
import { presentPicture } from '../listings/present-listing.ts';
import { kindOf, toLinks } from '../listings/present-publisher.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver(() => FeedConnection)
export class FeedResolver {
  @Requires(readFeed, { cache: 'feed', offloadable: true })
  @Query(() => FeedConnection, { description: 'Published listings; ended ones only on request.' })
  async feed(
    @Args(() => FeedArgs) args: FeedArgs,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<FeedConnection> {
    const page = await readFeed.execute(ports, parseInput(readFeed.input, args), FEED_COLUMNS);
    const edges = page.items.map((row) => ({ cursor: cursorOf(page, row), node: toListing(row) }));
    return {
      edges,
      nodes: edges.map(({ node }) => node),
      pageInfo: { hasNextPage: page.hasNextPage, hasPreviousPage: page.hasPreviousPage, ...endsOf(page) },
      generatedAt: page.generatedAt,
      filter: page.query.filter,
    };
  }

  @FieldResolver(() => Int)
  async totalCount(@Root() connection: FeedConnection, @Ctx() { ports }: GraphqlContext): Promise<number> {
    return (await countOf(connection, ports)).count;
  }

  @FieldResolver(() => Boolean)
  async totalCountIsExact(
    @Root() connection: FeedConnection,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<boolean> {
    return (await countOf(connection, ports)).isExact;
  }
}

/** Counts once for the two fields that need the count. */
function countOf(connection: FeedConnection, ports: GraphqlContext['ports']): Promise<FeedCount> {
  return (connection.counted ??= ports.feed.count(connection.filter));
}

function toListing(row: FeedRow): ListingType {
  const read = Object.fromEntries(FEED_COLUMNS.map((name, index) => [name, row[index]])) as FeedListing;
  const { publisherId, publisherNamespace, publisherCreatedAt, ...rest } = read;
  const { publisherName, publisherText, publisherLinks, ...others } = rest;
  const { publisherDomain, publisherDomainProvenAt, publisherDomainCheckedAt, ...listing } = others;
  return {
    ...listing,
    image: listing.image || null,
    picture: presentPicture(listing.picture),
    facts: readFacts(listing.facts),
    status: 'published',
    publisherId,
    // The SQL statement has already joined the publisher.
    publisher:
      publisherId === null
        ? null
        : {
            id: publisherId,
            kind: kindOf(publisherNamespace),
            createdAt: publisherCreatedAt,
            name: publisherName,
            text: publisherText,
            links: toLinks(publisherLinks),
            domain:
              publisherDomain === null
                ? null
                : {
                    name: publisherDomain,
                    provenAt: publisherDomainProvenAt,
                    checkedAt: publisherDomainCheckedAt,
                  },
          },
  };
}

type Nullable = 'picture' | 'publisherId' | 'publisherName' | 'publisherText' | 'publisherDomain';

/** A row by the names of its columns; those of the publisher or the picture are null when it has none. */
type FeedListing = Readonly<
  Record<Exclude<FeedColumn, 'endDate' | 'facts' | 'verified' | Nullable>, string> & {
    endDate: string | null;
    facts: string | null;
    verified: boolean;
  } & Record<Nullable, string | null>
>;
