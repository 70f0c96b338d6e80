import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import DataLoader from 'dataloader';
import express from 'express';
import { createServer } from 'node:http';
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
import { listen } from './connections/listen.ts';

interface Paged<Row> {
  readonly of: Row;
  readonly page: PageArguments;
}

// All rows of a level that are loaded together share the field and its arguments.
const paged = <Row, Connection>(read: (rows: readonly Row[], page: PageArguments) => Promise<Connection[]>) =>
  new DataLoader<Paged<Row>, Connection>(
    (keys) =>
      read(
        keys.map((key) => key.of),
        keys[0]?.page ?? {},
      ),
    { cache: false },
  );
const createContext = () => ({
  rounds: paged(readRounds),
  entries: paged(readEntries),
  passports: new DataLoader(readPassports),
});
type Context = ReturnType<typeof createContext>;

const server = new ApolloServer<Context>({
  typeDefs,
  resolvers: {
    DateTime,
    Query: { giveaway: (_root: unknown, { id }: { id: string }) => readGiveaway(id) },
    Giveaway: {
      rounds: (of: GiveawayRow, page: PageArguments, { rounds }: Context) => rounds.load({ of, page }),
    },
    Round: {
      entries: (of: RoundRow, page: PageArguments, { entries }: Context) => entries.load({ of, page }),
    },
    Entry: {
      passport: ({ passportNumber }: EntryRow, _args: unknown, { passports }: Context) =>
        passports.load(passportNumber),
    },
  },
});
await server.start();

const app = express();
app.use(
  '/graphql',
  express.json(),
  expressMiddleware(server, { context: () => Promise.resolve(createContext()) }),
);
listen(createServer(app));
