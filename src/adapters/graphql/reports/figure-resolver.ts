import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { reportFigures } from '../../../core/reports/report-figures.ts';
import { SCAN_PRICE } from '../documents/prices.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { Requires } from '../guard/field-rules.ts';
import { StatisticsArgs } from '../statistics/statistics-types.ts';
import { ReportFiguresType } from './figure-types.ts';

@Resolver()
export class FigureResolver {
  // Five scans.
  @Requires(reportFigures, { price: 5 * SCAN_PRICE })
  @Query(() => ReportFiguresType, {
    description:
      'Operator: the numbers of reports, decisions and objections in a range of at most 366 days (UTC), with median times.',
  })
  reportFigures(
    @Args(() => StatisticsArgs) { from, to }: StatisticsArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ReportFiguresType> {
    return run(reportFigures, { from, to });
  }
}
