import { fastify } from 'fastify';
import mercurius from 'mercurius';
import { DateTime } from './feed/schema.ts';
import type { PageArguments } from './giveaways/connection.ts';
import {
  readEntries,
  readGiveaway,
  readPassports,
  readRounds,
  type EntryRow,
  type GiveawayRow,
  type RoundRow,
} from './giveaways/read.ts';
import { typeDefs } from './giveaways/schema.ts';

interface Requested<Row> {
  readonly obj: Row;
  readonly params: PageArguments;
}

// The loaders' cache serialises every row as its key, which here costs more than it saves.
const opts = { cache: false };

const app = fastify();
await app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    DateTime,
    Query: { giveaway: (_root: unknown, { id }: { id: string }) => readGiveaway(id) },
  },
  loaders: {
    Giveaway: {
      rounds: {
        loader: (requested: readonly Requested<GiveawayRow>[]) =>
          readRounds(
            requested.map(({ obj }) => obj),
            requested[0]?.params ?? {},
          ),
        opts,
      },
    },
    Round: {
      entries: {
        loader: (requested: readonly Requested<RoundRow>[]) =>
          readEntries(
            requested.map(({ obj }) => obj),
            requested[0]?.params ?? {},
          ),
        opts,
      },
    },
    Entry: {
      passport: {
        loader: (requested: readonly Requested<EntryRow>[]) =>
          readPassports(requested.map(({ obj }) => obj.passportNumber)),
        opts,
      },
    },
  },
  jit: 1,
});
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
