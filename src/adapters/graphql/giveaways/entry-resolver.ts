import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from '../gateway/context.ts';
import { CountedEntry, Entry, EntryChangeConnection } from './entry-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Passport } from '../passports/passport-types.ts';
import { presentWithin, type ResolvedRow } from '../plans/reads/present.ts';
import { Round } from './round-types.ts';

@Resolver(() => Entry)
export class EntryResolver {
  @FieldResolver(() => Passport, { description: 'The passport that they belong to.' })
  passport(@Root() entry: Entry & ResolvedRow): Passport | null {
    return presentWithin(entry, 'passport');
  }

  @FieldResolver(() => Round, { description: 'The round that they were issued in.' })
  round(@Root() entry: Entry & ResolvedRow): Round | null {
    return presentWithin(entry, 'round');
  }

  @FieldResolver(() => EntryChangeConnection, { description: 'The changes of the entries, oldest first.' })
  history(
    @Root() entry: Entry,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<EntryChangeConnection> {
    return loaders.reads.list(entry, 'history', args);
  }
}

@Resolver(() => CountedEntry)
export class CountedEntryResolver {
  @FieldResolver(() => Entry, { description: 'With the round in which they were issued.' })
  entry(@Root() counted: CountedEntry & ResolvedRow): Entry | null {
    return presentWithin(counted, 'entry');
  }
}
