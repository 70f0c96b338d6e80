import DataLoader from 'dataloader';
import type { Listing } from '../../core/listings/listing.ts';
import type { Ports } from '../../core/ports/ports.ts';
import type { ProviderMember, ProviderSigner } from '../../core/ports/provider-store.ts';
import type { Publisher } from '../../core/ports/publisher-store.ts';
import { readSignerStates, type SignerState } from '../../core/providers/signer-states.ts';
import { createReadLoader, type ReadLoader } from './reads/read-loader.ts';

/** One batch of look-ups a level, for one request. */
export interface Loaders {
  readonly publishers: DataLoader<string, Publisher | undefined>;
  /** Published listings only. */
  readonly listings: DataLoader<string, Listing | undefined>;
  /** Of providers that the caller may see. */
  readonly providerMembers: DataLoader<string, readonly ProviderMember[]>;
  /** Of providers that the caller may see. */
  readonly providerSigners: DataLoader<string, readonly ProviderSigner[]>;
  /** What the chain says of signers that the caller may see; undefined when it does not answer. */
  readonly signerStates: DataLoader<SignerKey, SignerState | undefined, string>;
  /** What the chain says. */
  readonly reads: ReadLoader;
}

type SignerKey = Pick<ProviderSigner, 'chainKey' | 'address'>;

export function createLoaders({
  publishers,
  listings,
  providers,
  chainReads,
  clock,
  contracts,
}: Pick<Ports, 'publishers' | 'listings' | 'providers' | 'chainReads' | 'clock' | 'contracts'>): Loaders {
  return {
    publishers: byId((ids) => publishers.findMany(ids)),
    listings: byId((ids) => listings.findPublished(ids)),
    providerMembers: new DataLoader(async (ids) => {
      const members = Map.groupBy(await providers.membersOf(ids), ({ providerId }) => providerId);
      return ids.map((id) => members.get(id) ?? []);
    }),
    providerSigners: new DataLoader(async (ids) => {
      const signers = Map.groupBy(await providers.signersOf(ids), ({ providerId }) => providerId);
      return ids.map((id) => signers.get(id) ?? []);
    }),
    signerStates: new DataLoader(
      async (signers) => {
        const states = await readSignerStates({ contracts }, signers);
        return signers.map((_signer, place) => states?.[place]);
      },
      { cacheKeyFn: ({ chainKey, address }) => `${chainKey} ${address}` },
    ),
    reads: createReadLoader({ chainReads, clock }),
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
