import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { FeedFilterInput } from './feed-types.ts';

@ArgsType()
export class FeedFacetsArgs {
  @Field(() => FeedFilterInput, { nullable: true })
  filter?: FeedFilterInput | null;
}

@ObjectType('FacetValue', {
  description: 'A name to filter by, as listings write it; case-insensitive.',
})
export class FacetValueType {
  @Field(() => String)
  name!: string;
  @Field(() => Int)
  count!: number;
}

@ObjectType('FeedFacets', {
  description: `Counts for a panel of filters. Each kind of choice is counted without the filter of that kind: platforms ignore filter.platforms, providers filter.providers, verified filter.verified.`,
})
export class FeedFacetsType {
  @Field(() => [FacetValueType], { description: 'The most frequent ones first, at most 50.' })
  platforms!: readonly FacetValueType[];
  @Field(() => [FacetValueType], { description: 'The most frequent ones first, at most 50.' })
  providers!: readonly FacetValueType[];
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
    description: `False if the filter matches too many listings: then the counts cover the 5,000 most recently changed ones, and show proportions.`,
  })
  isExact!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When they were counted.' })
  generatedAt!: Date;
}
