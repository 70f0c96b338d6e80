import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  ALLOCATIONS,
  LISTING_KINDS,
  type Allocation,
  type ListingFacts,
  type ListingKind,
} from '../../../core/listings/facts/listing-facts.ts';
import { Public } from '../guard/field-rules.ts';
import { toEnum } from '../leaf-types/to-enum.ts';

export const ListingKindEnum = toEnum(LISTING_KINDS);
registerEnumType(ListingKindEnum, {
  name: 'ListingKind',
  description: 'What a listing gives away.',
  valuesConfig: {
    PRIZE: { description: 'One prize or some, for some of those who enter.' },
    FREEBIE: { description: 'The same for everybody who enters, for nothing.' },
  },
});

export const AllocationEnum = toEnum(ALLOCATIONS);
registerEnumType(AllocationEnum, {
  name: 'Allocation',
  description: 'How it is decided who gets what a listing gives away.',
  valuesConfig: {
    DRAW: { description: 'By a draw among those who enter.' },
    FIRST_COME: { description: 'Who comes first gets it, while there is any.' },
  },
});

@Public({ cache: 'feed' })
@ObjectType('ListingFacts', {
  description: 'Facts that a publisher states; null, and no regions, where it states nothing.',
})
export class ListingFactsType implements ListingFacts {
  @Field(() => [String])
  regions!: readonly string[];
  @Field(() => Int, { nullable: true })
  minimumAge!: number | null;
  @Field(() => Int, { nullable: true })
  prizes!: number | null;
  @Field(() => ListingKindEnum, { nullable: true })
  kind!: ListingKind | null;
  @Field(() => AllocationEnum, { nullable: true })
  allocation!: Allocation | null;
}

@InputType({ description: 'Facts of a listing; what is left out is not stated.' })
export class ListingFactsInput {
  @Field(() => [String], { nullable: true })
  regions?: string[] | null;
  @Field(() => Int, { nullable: true })
  minimumAge?: number | null;
  @Field(() => Int, { nullable: true })
  prizes?: number | null;
  @Field(() => ListingKindEnum, { nullable: true })
  kind?: ListingKind | null;
  @Field(() => AllocationEnum, { nullable: true })
  allocation?: Allocation | null;
}

@InputType('FactsFilter', {
  description:
    'A listing must match every given field. One that does not state a fact matches no filter by this fact.',
})
export class FactsFilterInput {
  @Field(() => [String], { nullable: true })
  regions?: string[] | null;
  @Field(() => Int, { nullable: true })
  age?: number | null;
  @Field(() => Int, { nullable: true })
  minPrizes?: number | null;
  @Field(() => ListingKindEnum, { nullable: true })
  kind?: ListingKind | null;
  @Field(() => AllocationEnum, { nullable: true })
  allocation?: Allocation | null;
}
