import { Arg, Args, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { giveaway } from '../../../core/giveaways/giveaway.ts';
import { giveaways } from '../../../core/giveaways/giveaways.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { EntryConnection } from './entry-types.ts';
import { Giveaway, GiveawayConnection, GiveawayEntriesArgs, GiveawaysArgs } from './giveaway-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Round, RoundConnection } from './round-types.ts';
import { Requires } from '../guard/field-rules.ts';
import { LOOK_UP_PRICE } from '../documents/prices.ts';

@Resolver(() => Giveaway)
export class GiveawayResolver {
  @Requires(giveaway, { cache: 'chain', offloadable: true, price: LOOK_UP_PRICE })
  @Query(() => Giveaway, { nullable: true, description: 'A giveaway by its id.' })
  giveaway(@Arg('id', () => ID) id: string, @Ctx() { loaders }: GraphqlContext): Promise<Giveaway | null> {
    return loaders.reads.rootOne('giveaway', { id });
  }

  @Requires(giveaways, { cache: 'chain', offloadable: true })
  @Query(() => GiveawayConnection, { description: 'Giveaways on chain; newest first without a filter.' })
  giveaways(
    @Args(() => GiveawaysArgs) args: GiveawaysArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<GiveawayConnection> {
    return loaders.reads.rootList('giveaways', args);
  }

  @FieldResolver(() => RoundConnection, {
    description: 'The rounds that have opened, in their order; the first one is always included.',
  })
  rounds(
    @Root() giveaway: Giveaway,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RoundConnection> {
    return loaders.reads.list(giveaway, 'rounds', args);
  }

  @FieldResolver(() => EntryConnection, {
    description: 'The entries of a passport in its rounds, latest round first.',
  })
  entries(
    @Root() giveaway: Giveaway,
    @Args(() => GiveawayEntriesArgs) args: GiveawayEntriesArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<EntryConnection> {
    return loaders.reads.list(giveaway, 'entries', args);
  }

  @FieldResolver(() => Round, { nullable: true, description: 'The open round; null if none is open.' })
  currentRound(@Root() giveaway: Giveaway, @Ctx() { loaders }: GraphqlContext): Promise<Round | null> {
    return loaders.reads.one(giveaway, 'currentRound');
  }

  @FieldResolver(() => Round, {
    nullable: true,
    description: 'A round by its index, including a future one; null for one that never opens.',
  })
  round(
    @Root() giveaway: Giveaway,
    @Arg('index', () => Int) index: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Round | null> {
    return loaders.reads.one(giveaway, 'round', { index });
  }
}
