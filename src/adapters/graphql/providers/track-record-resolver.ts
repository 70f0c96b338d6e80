import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { trackRecord } from '../../../core/providers/track-record.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { SCAN_PRICE } from '../documents/prices.ts';
import { Requires } from '../guard/field-rules.ts';
import { Hash } from '../leaf-types/chain-scalars.ts';
import { TrackRecordType } from './track-record-types.ts';

@Resolver()
export class TrackRecordResolver {
  @Requires(trackRecord, { cache: 'chain', offloadable: true, price: 3 * SCAN_PRICE })
  @Query(() => TrackRecordType, {
    nullable: true,
    description:
      'How a provider has drawn and delivered so far, by its key on chain (providerKey of its giveaways); null for a provider without giveaways.',
  })
  trackRecord(
    @Arg('provider', () => Hash, { description: 'The key of the provider on chain.' }) provider: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<TrackRecordType | null> {
    return run(trackRecord, { provider });
  }
}
