import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { round } from '../../../core/rounds/round.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { DrawProof, Winner } from './draw-types.ts';
import { CountedEntryConnection, EntryConnection } from './entry-types.ts';
import { Giveaway } from './giveaway-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { presentWithin, type ResolvedRow } from '../plans/reads/present.ts';
import { PrizeDelivery, PrizeDeliveryConnection } from './delivery-types.ts';
import { Receipt, Round } from './round-types.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { LOOK_UP_PRICE } from '../documents/prices.ts';

@Resolver(() => Round)
export class RoundResolver {
  @Requires(round, { cache: 'chain', offloadable: true, price: LOOK_UP_PRICE })
  @Query(() => Round, { nullable: true, description: 'A round by its id.' })
  round(@Arg('id', () => ID) id: string, @Ctx() { loaders }: GraphqlContext): Promise<Round | null> {
    return loaders.reads.rootOne('round', { id });
  }

  @FieldResolver(() => Giveaway, { description: 'The giveaway of the round.' })
  giveaway(@Root() round: Round & ResolvedRow): Giveaway | null {
    return presentWithin(round, 'giveaway');
  }

  @FieldResolver(() => Winner, { nullable: true, description: 'Null until the round is decided.' })
  winner(@Root() round: Round & ResolvedRow): Winner | null {
    return presentWithin(round, 'winner');
  }

  @FieldResolver(() => DrawProof, { nullable: true, description: 'Null unless the winner was drawn.' })
  drawProof(@Root() round: Round & ResolvedRow): DrawProof | null {
    return presentWithin(round, 'drawProof');
  }

  @FieldResolver(() => Receipt, { nullable: true, description: 'Null until receipt is confirmed.' })
  receipt(@Root() round: Round & ResolvedRow): Receipt | null {
    return presentWithin(round, 'receipt');
  }

  @FieldResolver(() => PrizeDelivery, {
    nullable: true,
    description: 'The latest recorded delivery; null until one is recorded.',
  })
  delivery(@Root() round: Round & ResolvedRow): PrizeDelivery | null {
    return presentWithin(round, 'delivery');
  }

  @Public()
  @FieldResolver(() => PrizeDeliveryConnection, {
    description: 'All recorded deliveries, by revision: each corrects the one before it.',
  })
  deliveries(
    @Root() round: Round,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PrizeDeliveryConnection> {
    return loaders.reads.list(round, 'deliveries', args);
  }

  @FieldResolver(() => CountedEntryConnection, {
    description:
      'The entries that count for its winner, in the order of their tickets. With carry-over a passport is listed once for each round in which it got entries. Removed entries are listed with 0.',
  })
  countedEntries(
    @Root() round: Round,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<CountedEntryConnection> {
    return loaders.reads.list(round, 'countedEntries', args);
  }

  @FieldResolver(() => EntryConnection, {
    description: 'The entries that were issued in the round itself, by leaf.',
  })
  entries(
    @Root() round: Round,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<EntryConnection> {
    return loaders.reads.list(round, 'entries', args);
  }
}
