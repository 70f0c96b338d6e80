import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ObjectType } from 'type-graphql';
import { Public } from '../guard/field-rules.ts';

@Public({ cache: 'chain' })
@ObjectType('EntriesAt', { description: 'The entries of a round after all changes until an instant.' })
export class EntriesAtType {
  @Field(() => GraphQLDateTime, { description: 'The instant.' })
  at!: string;
  @Field(() => GraphQLSafeInt, { description: 'The number of entries at that instant.' })
  entries!: number;
}

@Public({ cache: 'chain' })
@ObjectType('HolderClass', { description: 'The holders of a round whose number of entries is in a range.' })
export class HolderClassType {
  @Field(() => GraphQLSafeInt, { description: 'The least number of entries.' })
  from!: number;
  @Field(() => GraphQLSafeInt, { description: 'The greatest number of entries.' })
  to!: number;
  @Field(() => GraphQLSafeInt, { description: 'The number of holders in the class.' })
  holders!: number;
  @Field(() => GraphQLSafeInt, { description: 'The sum of their entries.' })
  entries!: number;
}

@Public({ cache: 'chain' })
@ObjectType('RoundCharts', {
  description:
    'The entries that were issued in a round, less those of them that were removed until it closed, in numbers for charts.',
})
export class RoundChartsType {
  @Field(() => [EntriesAtType], {
    description: 'Oldest first, at most 60; the last is entriesIssued of the round.',
  })
  entriesOverTime!: readonly EntriesAtType[];
  @Field(() => [HolderClassType], { description: 'From few entries to many, in classes that double.' })
  holderClasses!: readonly HolderClassType[];
  @Field(() => Boolean, {
    description:
      'Whether the classes are estimated from an even sample, because there are more than 1,000 holders.',
  })
  isSampled!: boolean;
}
