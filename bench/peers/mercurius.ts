import { fastify, type FastifyPluginAsync } from 'fastify';
import mercurius from 'mercurius';
import cache, { type MercuriusCacheOptions } from 'mercurius-cache';
import { readPublishers } from './feed/read-publishers.ts';
import { resolversWithoutRelation } from './feed/resolvers.ts';
import type { ListingRow } from './feed/read-feed.ts';
import { typeDefs } from './feed/schema.ts';

// CommonJS whose only export is the plugin, although its types promise a default member.
const cachePlugin = cache as unknown as FastifyPluginAsync<MercuriusCacheOptions>;

const app = fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: resolversWithoutRelation,
  loaders: {
    Listing: {
      publisher: {
        loader: (queries: readonly { obj: ListingRow }[]) =>
          readPublishers(queries.map(({ obj }) => obj.publisherId ?? '')),
        opts: { cache: true },
      },
    },
  },
  jit: 1,
});
if (process.env['CACHED'] === 'yes') {
  await app.register(cachePlugin, {
    ttl: 60,
    policy: { Query: { feed: true }, Listing: { publisher: true } },
  });
}
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
