import { useAPQ } from '@graphql-yoga/plugin-apq';
import { useResponseCache } from '@graphql-yoga/plugin-response-cache';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { createServer } from 'node:http';
import { createContext, resolvers } from './feed/resolvers.ts';
import { typeDefs } from './feed/schema.ts';
import { listen } from './connections/listen.ts';

const caching: Plugin[] = [useAPQ(), useResponseCache({ session: () => null, ttl: 60_000 })];

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: createContext,
  graphiql: false,
  logging: 'error',
  plugins: process.env['CACHED'] === 'yes' ? caching : [],
});
listen(createServer(yoga));
