import DataLoader from 'dataloader';
import { readFeed, type ListingRow } from './read-feed.ts';
import { readPublishers, type Publisher } from './read-publishers.ts';
import { DateTime } from './schema.ts';
import type { FeedArguments } from './statement.ts';

/** The context of one request: its DataLoader. */
export interface Context {
  readonly publishers: DataLoader<string, Publisher | null>;
}

export const createContext = (): Context => ({ publishers: new DataLoader(readPublishers) });

const Query = { feed: (_root: unknown, args: FeedArguments) => readFeed(args) };

/** Resolvers with a DataLoader, for servers without loaders. */
export const resolvers = {
  DateTime,
  Query,
  Listing: {
    image: ({ image }: ListingRow) => image || null,
    publisher: ({ publisherId }: ListingRow, _args: unknown, { publishers }: Context) =>
      publisherId === null ? null : publishers.load(publisherId),
  },
};

/** Resolvers without the relation, for Mercurius, which has loaders. */
export const resolversWithoutRelation = {
  DateTime,
  Query,
  Listing: { image: ({ image }: ListingRow) => image || null },
};
