import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl';
import createResponseCache from '@apollo/server-plugin-response-cache';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { createServer } from 'node:http';
import { createContext, resolvers, type Context } from './feed/resolvers.ts';
import { typeDefs } from './feed/schema.ts';
import { listen } from './connections/listen.ts';

const caching: ApolloServerPlugin<Context>[] = [
  ApolloServerPluginCacheControl({ defaultMaxAge: 60 }),
  createResponseCache(),
];

const server = new ApolloServer<Context>({
  typeDefs,
  resolvers,
  plugins: process.env['CACHED'] === 'yes' ? caching : [],
});
await server.start();

const app = express();
app.use(
  '/graphql',
  express.json(),
  expressMiddleware(server, { context: () => Promise.resolve(createContext()) }),
);
listen(createServer(app));
