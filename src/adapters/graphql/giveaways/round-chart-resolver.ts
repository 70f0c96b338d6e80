import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { roundCharts } from '../../../core/rounds/round-charts.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { RoundChartsType } from './round-chart-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { SCAN_PRICE } from '../documents/prices.ts';

@Resolver()
export class RoundChartResolver {
  @Requires(roundCharts, { cache: 'chain', offloadable: true, price: 2 * SCAN_PRICE })
  @Query(() => RoundChartsType, { nullable: true, description: 'Numbers for charts of a round, by its id.' })
  roundCharts(
    @Arg('round', () => ID) round: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<RoundChartsType | null> {
    return run(roundCharts, { round });
  }
}
