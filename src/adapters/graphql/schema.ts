import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './account-resolver.ts';
import { ApiKeyResolver } from './api-key-resolver.ts';
import { AuditResolver } from './audit-resolver.ts';
import { DrawProofResolver, WinnerResolver } from './draw-resolver.ts';
import { EntryResolver } from './entry-resolver.ts';
import { FeedResolver } from './feed-resolver.ts';
import { GiveawayResolver } from './giveaway-resolver.ts';
import { ListingResolver } from './listing-resolver.ts';
import { NodeResolver } from './node-resolver.ts';
import { PassportResolver } from './passport-resolver.ts';
import { guardSchema } from './permissions.ts';
import { ProviderResolver, ViewerProvidersResolver } from './provider-resolver.ts';
import { RoundResolver } from './round-resolver.ts';
import { ServiceClientResolver } from './service-client-resolver.ts';
import { WalletResolver } from './wallet-resolver.ts';

/** The whole GraphQL schema, each field behind its permission. */
export function createSchema(): GraphQLSchema {
  return guardSchema(
    buildSchemaSync({
      resolvers: [
        FeedResolver,
        ListingResolver,
        AccountResolver,
        ApiKeyResolver,
        ProviderResolver,
        ViewerProvidersResolver,
        ServiceClientResolver,
        AuditResolver,
        WalletResolver,
        NodeResolver,
        GiveawayResolver,
        RoundResolver,
        DrawProofResolver,
        WinnerResolver,
        EntryResolver,
        PassportResolver,
      ],
      validate: false,
      emitSchemaFile: false,
    }),
  );
}
