import DataLoader from 'dataloader';
import type { Listing } from '../../core/listings/listing.ts';
import type { Stores } from '../../core/ports/ports.ts';
import type { Publisher } from '../../core/ports/publisher-store.ts';

/** One batch of look-ups a level, for one request. */
export interface Loaders {
  readonly publishers: DataLoader<string, Publisher | undefined>;
  /** Published listings only. */
  readonly listings: DataLoader<string, Listing | undefined>;
}

export function createLoaders({ publishers, listings }: Pick<Stores, 'publishers' | 'listings'>): Loaders {
  return {
    publishers: byId((ids) => publishers.findMany(ids)),
    listings: byId((ids) => listings.findPublished(ids)),
  };
}

// Whatever else a client sends can be no id of ours.
const ID = /^[a-z]{3}_\w{1,60}$/;

function byId<Item extends { readonly id: string }>(findMany: (ids: readonly string[]) => Promise<Item[]>) {
  return new DataLoader<string, Item | undefined>(async (ids) => {
    const known = ids.filter((id) => ID.test(id));
    const found = new Map((await findMany(known)).map((item) => [item.id, item]));
    return ids.map((id) => found.get(id));
  });
}
