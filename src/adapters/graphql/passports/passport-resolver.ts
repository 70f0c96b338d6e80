import { GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { passport } from '../../../core/passports/passport.ts';
import { passports } from '../../../core/passports/passports.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { EntryConnection } from '../giveaways/entry-types.ts';
import { GiveawayConnection } from '../giveaways/giveaway-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import {
  Passport,
  PassportConnection,
  PassportProvisionConnection,
  PassportsArgs,
  PassportTransferConnection,
} from './passport-types.ts';
import { RoundConnection } from '../giveaways/round-types.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { LOOK_UP_PRICE } from '../documents/prices.ts';

@Resolver(() => Passport)
export class PassportResolver {
  @Requires(passport, { cache: 'chain', offloadable: true, price: LOOK_UP_PRICE })
  @Query(() => Passport, { nullable: true, description: 'A passport by its number.' })
  passport(
    @Arg('passportId', () => GraphQLSafeInt) passportId: number,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<Passport | null> {
    return loaders.reads.rootOne('passport', { passportId });
  }

  @Requires(passports, { cache: 'chain', offloadable: true })
  @Query(() => PassportConnection, { description: 'The passports that a wallet holds, by number.' })
  passports(
    @Args(() => PassportsArgs) args: PassportsArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PassportConnection> {
    return loaders.reads.rootList('passports', args);
  }

  @FieldResolver(() => EntryConnection, { description: 'Its entries in all rounds, newest change first.' })
  entries(
    @Root() passport: Passport,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<EntryConnection> {
    return loaders.reads.list(passport, 'entries', args);
  }

  @FieldResolver(() => GiveawayConnection, {
    description: 'The giveaways in which it ever had entries, newest first.',
  })
  giveaways(
    @Root() passport: Passport,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<GiveawayConnection> {
    return loaders.reads.list(passport, 'giveaways', args);
  }

  @FieldResolver(() => RoundConnection, { description: 'The rounds that it won, latest decision first.' })
  wins(
    @Root() passport: Passport,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RoundConnection> {
    return loaders.reads.list(passport, 'wins', args);
  }

  @FieldResolver(() => PassportTransferConnection, {
    description: 'Its transfers after the mint, oldest first.',
  })
  transfers(
    @Root() passport: Passport,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PassportTransferConnection> {
    return loaders.reads.list(passport, 'transfers', args);
  }

  @Public()
  @FieldResolver(() => PassportProvisionConnection, {
    description: 'The provisions that minted or moved it, oldest first.',
  })
  provisions(
    @Root() passport: Passport,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<PassportProvisionConnection> {
    return loaders.reads.list(passport, 'provisions', args);
  }
}
