import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  FEED_ORDERS,
  type FeedFilter as CoreFilter,
  type FeedOrder as CoreOrder,
} from '../../../core/feed/feed-query.ts';
import type { FeedCount } from '../../../core/feed/feed-store.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { FactsFilterInput } from '../listings/fact-types.ts';
import { ListingEdge, ListingType } from '../listings/listing-types.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Public } from '../guard/field-rules.ts';
import { SCAN_PRICE } from '../documents/prices.ts';

export const FeedOrderEnum = toEnum(FEED_ORDERS);
registerEnumType(FeedOrderEnum, {
  name: 'FeedOrder',
  description: 'The order of the feed.',
  valuesConfig: {
    RECENTLY_UPDATED: {
      description: 'The newest change first: a listing that is published again comes first.',
    },
    NEWEST: { description: 'The newest listing first, by the time when it was first published.' },
    ENDING_SOON: { description: 'The next end first; listings without an end date are last.' },
  },
});

@InputType('FeedFilter', { description: 'A listing must match every given field.' })
export class FeedFilterInput {
  @Field(() => [String], { nullable: true, description: 'Any of these platforms, case-insensitive.' })
  platforms?: string[] | null;
  @Field(() => [String], { nullable: true, description: 'Any of these providers, case-insensitive.' })
  providers?: string[] | null;
  @Field(() => Boolean, { nullable: true })
  verified?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Words or beginnings of words, all of which must occur; accents, case, plurals and one typing error are tolerated.',
  })
  search?: string | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  endsBefore?: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  endsAfter?: Date | null;
  @Field(() => FactsFilterInput, { nullable: true, description: 'Only listings that state these facts.' })
  facts?: FactsFilterInput | null;
  @Field(() => Boolean, { nullable: true, description: 'Also ended listings; false by default.' })
  includeEnded?: boolean | null;
}

@ArgsType()
export class FeedArgs extends PageArgs {
  @Field(() => FeedFilterInput, { nullable: true })
  filter?: FeedFilterInput | null;
  @Field(() => FeedOrderEnum, {
    nullable: true,
    description:
      'RECENTLY_UPDATED by default. A search without an order has the listings first whose titles contain all its words, then the others.',
  })
  orderBy?: CoreOrder | null;
}

@Public({ cache: 'feed' })
@ObjectType({
  description: `One page of the public feed. It may contain fewer listings than requested, even none, although hasNextPage is true (hasPreviousPage when read by last): then few of the examined listings match, and endCursor (startCursor) is the position to continue from.`,
})
export class FeedConnection {
  @Field(() => [ListingEdge])
  edges!: ListingEdge[];
  @Field(() => [ListingType], { description: 'The nodes of the edges.' })
  nodes!: ListingType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
  @Public({ cache: 'feed', price: SCAN_PRICE })
  @Field(() => Int, {
    description: `The number of listings that match the filter, counted to 10,000; a lower bound if totalCountIsExact is false. It is costly, so select it only to show it.`,
  })
  totalCount?: number;
  @Public({ cache: 'feed', price: SCAN_PRICE })
  @Field(() => Boolean, {
    description: 'Whether totalCount is exact; false if there are more, for example above 10,000.',
  })
  totalCountIsExact?: boolean;
  @Field(() => GraphQLDateTime, { description: 'When this answer was read from the database.' })
  generatedAt!: Date;

  filter!: CoreFilter;
  counted?: Promise<FeedCount>;
}
