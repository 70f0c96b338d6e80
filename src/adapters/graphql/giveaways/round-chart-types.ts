import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The entries of a round after all changes until an instant.' })
export class EntriesAt {
  @Field(() => GraphQLDateTime)
  at!: string;
  @Field(() => GraphQLSafeInt)
  entries!: number;
}

@ObjectType({ description: 'The holders of a round whose number of entries is in a range.' })
export class HolderClass {
  @Field(() => GraphQLSafeInt, { description: 'The least number of entries.' })
  from!: number;
  @Field(() => GraphQLSafeInt, { description: 'The greatest number of entries.' })
  to!: number;
  @Field(() => GraphQLSafeInt)
  holders!: number;
  @Field(() => GraphQLSafeInt, { description: 'The sum of their entries.' })
  entries!: number;
}

@ObjectType({ description: "A round's own entries, without those that carry over, in numbers for charts." })
export class RoundCharts {
  @Field(() => [EntriesAt], { description: 'Oldest first, at most 60; the last is the present state.' })
  entriesOverTime!: readonly EntriesAt[];
  @Field(() => [HolderClass], { description: 'From few entries to many, in classes that double.' })
  holderClasses!: readonly HolderClass[];
  @Field(() => Boolean, {
    description:
      'Whether the classes are estimated from an even sample, because there are more than 2,000 holders.',
  })
  isSampled!: boolean;
}
