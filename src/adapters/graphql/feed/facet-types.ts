import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { FeedFilter } from './feed-types.ts';

@ArgsType()
export class FeedFacetsArgs {
  @Field(() => FeedFilter, { nullable: true })
  filter?: FeedFilter | null;
}

@ObjectType({ description: 'A name to filter by, as listings write it; case makes no difference.' })
export class FacetValue {
  @Field(() => String)
  name!: string;
  @Field(() => Int)
  count!: number;
}

@ObjectType({
  description: `What the listings of a filter can be narrowed down by. Each kind of choice is counted as if nothing of that kind
had been chosen: platforms do not follow filter.platforms, providers not filter.providers, verified not filter.verified.`,
})
export class FeedFacets {
  @Field(() => [FacetValue], { description: 'The most frequent ones first, at most 50.' })
  platforms!: readonly FacetValue[];
  @Field(() => [FacetValue], { description: 'The most frequent ones first, at most 50.' })
  providers!: readonly FacetValue[];
  @Field(() => Int)
  verified!: number;
  @Field(() => Int)
  unverified!: number;
  @Field(() => Int)
  endingWithinDay!: number;
  @Field(() => Int)
  endingWithinWeek!: number;
  @Field(() => Int)
  withoutEnd!: number;
  @Field(() => Boolean, {
    description: `False when the filter matches too many listings to look at: then the counts are of the 5,000 that changed
last, and show proportions.`,
  })
  isExact!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When they were counted.' })
  generatedAt!: Date;
}
