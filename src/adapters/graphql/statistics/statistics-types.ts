import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import { MOST_DAYS, MOST_PLATFORMS } from '../../../core/statistics/statistics.ts';
import { Public } from '../guard/field-rules.ts';

@ArgsType()
export class StatisticsArgs {
  @Field(() => String, { description: 'The first day (UTC), YYYY-MM-DD.' })
  from!: string;
  @Field(() => String, {
    description: `The last day (UTC), YYYY-MM-DD, at most ${MOST_DAYS - 1} days after the first.`,
  })
  to!: string;
}

@Public({ cache: 'chain' })
@ObjectType('StatisticsOfDay', { description: 'The numbers of a finished day (UTC).' })
export class StatisticsOfDayType {
  @Field(() => String, { description: 'The day (UTC), YYYY-MM-DD.' })
  day!: string;
  @Field(() => Int, {
    description:
      'Listings that were published for the first time on this day, and were still public when it was counted.',
  })
  listings!: number;
  @Field(() => Int, {
    nullable: true,
    description: 'Rounds whose winner was drawn on the chain; null where the service has no chain.',
  })
  draws!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description:
      'Entries that were issued on the chain, without subtracting removals; null where the service has no chain.',
  })
  entries!: number | null;
}

@Public({ cache: 'chain' })
@ObjectType('ListingsOfPlatform', { description: 'The listings of a platform that were published on a day.' })
export class ListingsOfPlatformType {
  @Field(() => String, { description: 'The day (UTC), YYYY-MM-DD.' })
  day!: string;
  @Field(() => String, { description: 'The platform, as its latest public listing spells it.' })
  platform!: string;
  @Field(() => Int, { description: 'Those of the listings of the day that name the platform.' })
  listings!: number;
}

@Public({ cache: 'chain' })
@ObjectType('Statistics', {
  description: `Numbers of finished days. A day is counted once, about an hour after its end (UTC) and not before its blocks are confirmed; later withdrawals do not change it. The present day and days that are not counted yet are left out. Days up to ${MOST_DAYS} days before the first count are counted from what was still there.`,
})
export class StatisticsType {
  @Field(() => [StatisticsOfDayType], { description: 'The counted days of the range, oldest first.' })
  days!: readonly StatisticsOfDayType[];
  @Field(() => [ListingsOfPlatformType], {
    description: `The same listings by platform: in each day, oldest first, the ${MOST_PLATFORMS} platforms with most of them. Platforms that no public listing names any more are left out.`,
  })
  listingsByPlatform?: readonly ListingsOfPlatformType[];

  from!: string;

  to!: string;
}
