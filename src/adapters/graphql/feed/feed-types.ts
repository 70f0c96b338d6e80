import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  FEED_ORDERS,
  type FeedFilter as CoreFilter,
  type FeedOrder as CoreOrder,
} from '../../../core/feed/feed-query.ts';
import type { FeedCount } from '../../../core/feed/feed-store.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { ListingEdge } from '../listings/listing-types.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';

export const FeedOrderEnum = toEnum(FEED_ORDERS);
registerEnumType(FeedOrderEnum, {
  name: 'FeedOrder',
  description: 'ENDING_SOON puts listings without an end last.',
});

@InputType('FeedFilter', { description: 'Every member that is given must hold.' })
export class FeedFilterInput {
  @Field(() => [String], { nullable: true, description: 'Any of these platforms, whatever their case.' })
  platforms?: string[] | null;
  @Field(() => [String], { nullable: true, description: 'Any of these providers, whatever their case.' })
  providers?: string[] | null;
  @Field(() => Boolean, { nullable: true })
  verified?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Words, or beginnings of words, that all must occur; accents, case, plurals and one typing error do not matter.',
  })
  search?: string | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  endsBefore?: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true })
  endsAfter?: Date | null;
  @Field(() => Boolean, { nullable: true, description: 'Also what has ended; false by default.' })
  includeEnded?: boolean | null;
}

@ArgsType()
export class FeedArgs extends PageArgs {
  @Field(() => FeedFilterInput, { nullable: true })
  filter?: FeedFilterInput | null;
  @Field(() => FeedOrderEnum, { nullable: true, description: 'RECENTLY_UPDATED when left out.' })
  orderBy?: CoreOrder | null;
}

@ObjectType({
  description: `One page of the public feed. It may hold fewer listings than asked for, even none, although hasNextPage is
true (hasPreviousPage when read by last): then the conditions match too few of the many listings looked at, and endCursor
(startCursor) leads on from there.`,
})
export class FeedConnection {
  @Field(() => [ListingEdge])
  edges!: ListingEdge[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
  @Field(() => Int, {
    description: `How many listings the filter matches, counted to 10,000; at least so many when totalCountIsExact is false.
It costs a count, so ask only when it is shown.`,
  })
  totalCount?: number;
  @Field(() => Boolean, {
    description: 'Whether totalCount is the whole number; false when there are more, such as beyond 10,000.',
  })
  totalCountIsExact?: boolean;
  @Field(() => GraphQLDateTime, { description: 'When this answer was read from the database.' })
  generatedAt!: Date;

  filter!: CoreFilter;
  counted?: Promise<FeedCount>;
}
