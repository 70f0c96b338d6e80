import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './account-resolver.ts';
import { ApiKeyResolver } from './api-key-resolver.ts';
import { AuditResolver } from './audit-resolver.ts';
import { ContactResolver } from './contact-resolver.ts';
import { DrawProofResolver, WinnerResolver } from './draw-resolver.ts';
import { EntryResolver } from './entry-resolver.ts';
import { addExamples } from './examples.ts';
import { FacetResolver } from './facet-resolver.ts';
import { FeedResolver } from './feed-resolver.ts';
import { GiveawayResolver } from './giveaway-resolver.ts';
import { ListingResolver } from './listing-resolver.ts';
import { NodeResolver } from './node-resolver.ts';
import { OperationResolver } from './operation-resolver.ts';
import { PassportResolver } from './passport-resolver.ts';
import { PassportStatusResolver } from './passport-status-resolver.ts';
import { guardSchema } from './permissions.ts';
import { ProviderOperationResolver } from './provider-operation-resolver.ts';
import { ProviderResolver, ProviderSignerResolver, ViewerProvidersResolver } from './provider-resolver.ts';
import { RoundResolver } from './round-resolver.ts';
import { ServiceClientResolver } from './service-client-resolver.ts';
import { SubscriptionResolver } from './subscription-resolver.ts';
import { WalletResolver } from './wallet-resolver.ts';
import { WebhookDeliveryResolver, WebhookResolver } from './webhook-resolver.ts';

function noTopics(): never {
  throw new Error('Nothing is published under topics.');
}

/** The whole GraphQL schema, each field behind its permission. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      FacetResolver,
      FeedResolver,
      ListingResolver,
      AccountResolver,
      ApiKeyResolver,
      ProviderResolver,
      ProviderSignerResolver,
      ViewerProvidersResolver,
      ServiceClientResolver,
      AuditResolver,
      WalletResolver,
      WebhookDeliveryResolver,
      WebhookResolver,
      NodeResolver,
      GiveawayResolver,
      RoundResolver,
      DrawProofResolver,
      WinnerResolver,
      EntryResolver,
      PassportResolver,
      PassportStatusResolver,
      ContactResolver,
      OperationResolver,
      ProviderOperationResolver,
      SubscriptionResolver,
    ],
    // Asked for wherever there are subscriptions; these follow the database instead.
    pubSub: { publish: () => undefined, subscribe: noTopics },
    validate: false,
    emitSchemaFile: false,
    // The server checks it anyway when it starts.
    skipCheck: true,
  });
  addExamples(schema);
  return guardSchema(schema);
}
