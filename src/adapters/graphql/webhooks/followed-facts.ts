import { Field, Int, ObjectType } from 'type-graphql';
import type { Allocation, FactsFilter, ListingKind } from '../../../core/listings/facts/listing-facts.ts';
import { webhooks } from '../../../core/webhooks/webhooks.ts';
import { Requires } from '../guard/field-rules.ts';
import { AllocationEnum, ListingKindEnum } from '../listings/fact-types.ts';

@Requires(webhooks)
@ObjectType('FollowedFacts', {
  description: 'A filter by facts that a webhook follows; a field without a value does not filter.',
})
export class FollowedFactsType {
  @Field(() => [String], { nullable: true })
  regions!: readonly string[] | null;
  @Field(() => Int, { nullable: true })
  age!: number | null;
  @Field(() => Int, { nullable: true })
  minPrizes!: number | null;
  @Field(() => ListingKindEnum, { nullable: true })
  kind!: ListingKind | null;
  @Field(() => AllocationEnum, { nullable: true })
  allocation!: Allocation | null;
}

/** A followed filter by facts as GraphQL shows it. */
export function presentFollowedFacts(facts: Partial<FactsFilter>): FollowedFactsType {
  const { regions = null, age = null, minPrizes = null, kind = null, allocation = null } = facts;
  return { regions, age, minPrizes, kind, allocation };
}
