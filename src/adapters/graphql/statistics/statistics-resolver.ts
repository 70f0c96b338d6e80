import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { MOST_DAYS, MOST_PLATFORMS, statistics } from '../../../core/statistics/statistics.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { ListingsOfPlatformType, StatisticsArgs, StatisticsType } from './statistics-types.ts';

@Resolver(() => StatisticsType)
export class StatisticsResolver {
  @Requires(statistics, { cache: 'chain', offloadable: true, price: MOST_DAYS })
  @Query(() => StatisticsType, {
    description: `Listings, draws and entries by finished day (UTC), in a range of at most ${MOST_DAYS} days.`,
  })
  statistics(
    @Args(() => StatisticsArgs) { from, to }: StatisticsArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<StatisticsType> {
    return run(statistics, { from, to });
  }

  @Public({ cache: 'chain', price: MOST_DAYS * MOST_PLATFORMS })
  @FieldResolver(() => [ListingsOfPlatformType])
  listingsByPlatform(
    @Root() { from, to }: StatisticsType,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<readonly ListingsOfPlatformType[]> {
    return ports.statisticsReads.platforms({ from, to });
  }
}
