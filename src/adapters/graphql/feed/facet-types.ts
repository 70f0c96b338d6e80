import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { FeedFilterInput } from './feed-types.ts';
import { Public } from '../guard/field-rules.ts';

@ArgsType()
export class FeedFacetsArgs {
  @Field(() => FeedFilterInput, { nullable: true })
  filter?: FeedFilterInput | null;
}

@Public({ cache: 'feed' })
@ObjectType('FacetValue', {
  description: 'A name to filter by, as listings write it; case-insensitive.',
})
export class FacetValueType {
  @Field(() => String, { description: 'The name as most listings write it.' })
  name!: string;
  @Field(() => Int, { description: 'The number of listings that this choice would leave.' })
  count!: number;
}

@Public({ cache: 'feed' })
@ObjectType('FeedFacets', {
  description: `Counts for a panel of filters. Each kind of choice is counted without the filter of that kind: platforms ignore filter.platforms, providers filter.providers, verified filter.verified.`,
})
export class FeedFacetsType {
  @Field(() => [FacetValueType], { description: 'The most frequent ones first, at most 50.' })
  platforms!: readonly FacetValueType[];
  @Field(() => [FacetValueType], { description: 'The most frequent ones first, at most 50.' })
  providers!: readonly FacetValueType[];
  @Field(() => Int, { description: 'The number of listings with the badge.' })
  verified!: number;
  @Field(() => Int, { description: 'The number of listings without the badge.' })
  unverified!: number;
  @Field(() => Int, { description: 'The number of listings that end within 24 hours.' })
  endingWithinDay!: number;
  @Field(() => Int, { description: 'The number of listings that end within seven days.' })
  endingWithinWeek!: number;
  @Field(() => Int, { description: 'The number of listings whose end is unknown.' })
  withoutEnd!: number;
  @Field(() => Boolean, {
    description: `False if the filter matches too many listings: then the counts cover the 5,000 most recently changed ones, and show proportions.`,
  })
  isExact!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When they were counted.' })
  generatedAt!: Date;
}
