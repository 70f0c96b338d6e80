import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import type { FeedFilter } from '../../../core/feed/feed-query.ts';
import type { FactCounts } from '../../../core/feed/feed-store.ts';
import { FACT_COUNTS_PRICE } from '../documents/prices.ts';
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
@ObjectType('NumberFacetValue', { description: 'A number to filter by.' })
export class NumberFacetValueType {
  @Field(() => Int, { description: 'The number.' })
  value!: number;
  @Field(() => Int, { description: 'The number of listings that this choice would leave.' })
  count!: number;
}

@Public({ cache: 'feed' })
@ObjectType('FactFacets', {
  description:
    'Counts of the facts that listings state. Each fact is counted without the filter of that fact in filter.facts.',
})
export class FactFacetsType implements FactCounts {
  @Field(() => [FacetValueType], {
    description: 'Codes of countries, the most frequent ones first, at most 50.',
  })
  regions!: readonly FacetValueType[];
  @Field(() => [NumberFacetValueType], {
    description:
      'The stated minimum ages, each with the listings for people of this age: a value of facts.age.',
  })
  ages!: readonly NumberFacetValueType[];
  @Field(() => [NumberFacetValueType], {
    description: 'Some numbers of prizes, each with the listings that have at least so many.',
  })
  minPrizes!: readonly NumberFacetValueType[];
  @Field(() => Int, { description: 'The number of listings of the kind PRIZE.' })
  prizes!: number;
  @Field(() => Int, { description: 'The number of listings of the kind FREEBIE.' })
  freebies!: number;
  @Field(() => Int, { description: 'The number of listings with a draw.' })
  draws!: number;
  @Field(() => Int, { description: 'The number of listings for those who come first.' })
  firstCome!: number;
  @Field(() => Boolean, {
    description: 'False if the counts cover only the 5,000 most recently changed listings, as in FeedFacets.',
  })
  isExact!: boolean;
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
  @Public({ cache: 'feed', price: FACT_COUNTS_PRICE })
  @Field(() => FactFacetsType, { description: 'Counts of facts; costly, so select them only to show them.' })
  facts?: FactFacetsType;

  filter!: FeedFilter;
}
