import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { readRoundId } from '../../../core/rounds/round-id.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { RoundChartsType } from './round-chart-types.ts';
import { Public } from '../guard/field-rules.ts';
import { SCAN_PRICE } from '../documents/prices.ts';

@Resolver()
export class RoundChartResolver {
  @Public({ cache: 'chain', offloadable: true, price: 2 * SCAN_PRICE })
  @Query(() => RoundChartsType, { nullable: true, description: 'Numbers for charts of a round, by its id.' })
  async roundCharts(
    @Arg('round', () => ID) round: string,
    @Ctx() { ports }: GraphqlContext,
  ): Promise<RoundChartsType | null> {
    const key = readRoundId(round);
    return key ? ports.chainReads.readCharts(key.giveawayId, key.index) : null;
  }
}
