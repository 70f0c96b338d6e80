/**
 * Links a listing of the feed and a giveaway on the chain: a member of the giveaway's provider published the listing, and its
 * sourceExternalId is the provider's giveawayId. So nobody else can attach a listing to a giveaway.
 */
export interface ListingLinks {
  /** The keys on chain of the providers that the accounts of these publishers are members of. */
  providerKeysOf(publisherIds: readonly string[]): Promise<readonly PublisherProvider[]>;
  /** The published listings of these giveaways, the first published one first; `index` is that of the giveaway. */
  listingsOf(giveaways: readonly LinkedGiveaway[]): Promise<readonly GiveawayListing[]>;
}

export interface PublisherProvider {
  readonly publisherId: string;
  readonly providerKey: string;
}

/** What identifies a giveaway: the provider's key on chain, and the provider's own id of it. */
export interface LinkedGiveaway {
  readonly providerKey: string;
  readonly externalId: string;
}

export interface GiveawayListing {
  readonly index: number;
  readonly listingId: string;
}
