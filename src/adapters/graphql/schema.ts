import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './account-resolver.ts';
import { ApiKeyResolver } from './api-key-resolver.ts';
import { AuditResolver } from './audit-resolver.ts';
import { FeedResolver } from './feed-resolver.ts';
import { ListingResolver } from './listing-resolver.ts';
import { guardSchema } from './permissions.ts';
import { ServiceClientResolver } from './service-client-resolver.ts';

/** The whole GraphQL schema, each field behind its permission. */
export function createSchema(): GraphQLSchema {
  return guardSchema(
    buildSchemaSync({
      resolvers: [
        FeedResolver,
        ListingResolver,
        AccountResolver,
        ApiKeyResolver,
        ServiceClientResolver,
        AuditResolver,
      ],
      validate: false,
      emitSchemaFile: false,
    }),
  );
}
