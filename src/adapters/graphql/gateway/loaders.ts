import DataLoader from 'dataloader';
import type { LinkedGiveaway, ListingLinks } from '../../ports/listing-links.ts';
import type { ChainReads } from '../../ports/chain-reads.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ClicksOfDay } from '../../../core/listings/clicks/listing-clicks.ts';
import type { Listing } from '../../../core/listings/listing.ts';
import type { PageRequest } from '../../../core/values/paging.ts';
import type { ProviderMember, ProviderSigner } from '../../../core/providers/provider-store.ts';
import type { Publisher } from '../../../core/accounts/publisher-store.ts';
import type { WebhookStore } from '../../../core/webhooks/webhook-store.ts';
import { objectionStatus, type ObjectionStatus } from '../../../core/reports/objections/listing-objection.ts';
import { readSignerStates, type SignerState } from '../../../core/providers/signer-states.ts';
import type { LoggedAttempt } from '../../../core/webhooks/webhook.ts';
import { createReadLoader, type ReadLoader } from '../plans/reads/read-loader.ts';

/** Batches the look-ups of one request: one read for each level of the response. */
export interface Loaders {
  readonly publishers: DataLoader<string, Publisher | undefined>;
  /** The number of published listings of a publisher. */
  readonly listingCounts: DataLoader<string, number>;
  /** Published listings only. */
  readonly listings: DataLoader<string, Listing | undefined>;
  /** Of the caller's own listings. */
  readonly listingClicks: DataLoader<string, readonly ClicksOfDay[]>;
  /** Of the caller's own listings: the objection to the last decision to hide it; undefined when nothing hides it and there is none. */
  readonly ownObjections: DataLoader<string, ObjectionStatus | undefined>;
  /** Of providers that the caller may see. */
  readonly providerMembers: DataLoader<string, readonly ProviderMember[]>;
  /** Of providers that the caller may see. */
  readonly providerSigners: DataLoader<string, readonly ProviderSigner[]>;
  /** Of deliveries that the caller may see: the rows of a page, as the store returns them. */
  readonly webhookAttempts: DataLoader<AttemptsKey, readonly LoggedAttempt[], string>;
  /** The state on the chain of signers that the caller may see; undefined when the chain does not answer. */
  readonly signerStates: DataLoader<SignerKey, SignerState | undefined, string>;
  /** The keys on chain of the providers that the account of a publisher is a member of. */
  readonly providerKeys: DataLoader<string, readonly string[]>;
  /** The id of the first published listing of a giveaway. */
  readonly listingOfGiveaway: DataLoader<LinkedGiveaway, string | undefined, string>;
  /** The chain's read model. */
  readonly reads: ReadLoader;
}

interface AttemptsKey {
  readonly id: string;
  readonly page: PageRequest;
}

type SignerKey = Pick<ProviderSigner, 'chainKey' | 'address'>;

export function createLoaders({
  publishers,
  listings,
  providers,
  webhooks,
  listingClicks,
  listingLinks,
  listingObjections,
  chainReads,
  clock,
  contracts,
}: Pick<
  Ports,
  | 'publishers'
  | 'listings'
  | 'listingClicks'
  | 'listingObjections'
  | 'providers'
  | 'webhooks'
  | 'clock'
  | 'contracts'
> & {
  readonly listingLinks: ListingLinks;
  readonly chainReads: ChainReads;
}): Loaders {
  return {
    publishers: byId((ids) => publishers.findMany(ids)),
    listingCounts: new DataLoader(async (ids) => {
      const found = await publishers.countListings(ids);
      return ids.map((id) => found.get(id) ?? 0);
    }),
    listings: byId((ids) => listings.findPublished(ids)),
    listingClicks: new DataLoader(async (ids) => {
      const found = Map.groupBy(await listingClicks.ofListings(ids), ({ listingId }) => listingId);
      return ids.map((id) => found.get(id) ?? []);
    }),
    ownObjections: new DataLoader(async (ids) => {
      const hidings = await listingObjections.hidingsOf(ids);
      return ids.map((id) => {
        const hiding = hidings.find(({ decision }) => decision.listingId === id);
        return hiding && objectionStatus('PUBLISHER', hiding.decision, hiding.objection, clock.now());
      });
    }),
    providerMembers: new DataLoader(async (ids) => {
      const members = Map.groupBy(await providers.membersOf(ids), ({ providerId }) => providerId);
      return ids.map((id) => members.get(id) ?? []);
    }),
    providerSigners: new DataLoader(async (ids) => {
      const signers = Map.groupBy(await providers.signersOf(ids), ({ providerId }) => providerId);
      return ids.map((id) => signers.get(id) ?? []);
    }),
    webhookAttempts: new DataLoader(async (keys) => findAttempts(webhooks, keys), {
      cacheKeyFn: (key) => JSON.stringify(key),
    }),
    signerStates: new DataLoader(
      async (signers) => {
        const states = await readSignerStates({ contracts }, signers);
        return signers.map((_signer, index) => states?.[index]);
      },
      { cacheKeyFn: ({ chainKey, address }) => `${chainKey} ${address}` },
    ),
    providerKeys: new DataLoader(async (ids) => {
      const found = Map.groupBy(await listingLinks.providerKeysOf(ids), ({ publisherId }) => publisherId);
      return ids.map((id) => (found.get(id) ?? []).map(({ providerKey }) => providerKey));
    }),
    listingOfGiveaway: new DataLoader(
      async (giveaways) => {
        const found = await listingLinks.listingsOf(giveaways);
        return giveaways.map((_giveaway, at) => found.find(({ index }) => index === at)?.listingId);
      },
      { cacheKeyFn: ({ providerKey, externalId }) => `${providerKey} ${externalId}` },
    ),
    reads: createReadLoader({ chainReads, clock }),
  };
}

/** Runs one statement for each requested page; aliases can request several. */
async function findAttempts(
  webhooks: WebhookStore,
  keys: readonly AttemptsKey[],
): Promise<(readonly LoggedAttempt[])[]> {
  const pages = Map.groupBy(keys, ({ page }) => JSON.stringify(page));
  const found = new Map<AttemptsKey, readonly LoggedAttempt[]>();
  for (const ofPage of pages.values()) {
    const [first] = ofPage;
    if (first === undefined) continue;
    const rows = await webhooks.attemptsOf(
      ofPage.map(({ id }) => id),
      first.page,
    );
    const byDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
    for (const key of ofPage) found.set(key, byDelivery.get(key.id) ?? []);
  }
  return keys.map((key) => found.get(key) ?? []);
}

// The form of all our ids; other texts are not looked up.
const ID = /^[a-z]{3}_\w{1,60}$/;

function byId<Item extends { readonly id: string }>(findMany: (ids: readonly string[]) => Promise<Item[]>) {
  return new DataLoader<string, Item | undefined>(async (ids) => {
    const known = ids.filter((id) => ID.test(id));
    const found = new Map((await findMany(known)).map((item) => [item.id, item]));
    return ids.map((id) => found.get(id));
  });
}
