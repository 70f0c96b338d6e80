import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { FeedFilterInput } from './feed-types.ts';

@ArgsType()
export class FeedFacetsArgs {
  @Field(() => FeedFilterInput, { nullable: true })
  filter?: FeedFilterInput | null;
}

@ObjectType('FacetValue', {
  description: 'A name to filter by, as listings write it; case makes no difference.',
})
export class FacetValueType {
  @Field(() => String)
  name!: string;
  @Field(() => Int)
  count!: number;
}

@ObjectType('FeedFacets', {
  description: `What the listings of a filter can be narrowed down by. Each kind of choice is counted as if nothing of that kind
had been chosen: platforms do not follow filter.platforms, providers not filter.providers, verified not filter.verified.`,
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
    description: `False when the filter matches too many listings to look at: then the counts are of the 5,000 that changed
last, and show proportions.`,
  })
  isExact!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When they were counted.' })
  generatedAt!: Date;
}
