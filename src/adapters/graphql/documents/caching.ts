/**
 * How an answer may be cached: as an answer of the feed, which is served until the feed's epoch moves; as one of the chain's
 * read model, which is served for a second, or until the next step of the projection; or not at all.
 */
export type Cacheable = 'feed' | 'chain' | false;

/** The fields of the feed: they are the same for every caller, and the feed's epoch moves when they change. */
export const FEED_FIELDS: Readonly<Record<string, readonly string[] | '*'>> = {
  Query: ['feed', 'feedFacets', 'listing', 'publisher', 'publisherListings'],
  FeedConnection: '*',
  FeedFacets: '*',
  FacetValue: '*',
  Listing: '*',
  ListingConnection: '*',
  ListingEdge: '*',
  PageInfo: '*',
  Publisher: '*',
  // Only as the type of a fragment: the field `node` can find objects of every type, and is not listed.
  Node: '*',
};

/** The fields of the chain's read model and of the service's status, the same for every caller: they also change with the clock, without any notification. */
export const CHAIN_FIELDS: typeof FEED_FIELDS = {
  Query: ['giveaway', 'giveaways', 'round', 'roundCharts', 'passport', 'passports', 'drawProof', 'status'],
  ServiceStatus: '*',
  PartStatus: '*',
  Giveaway: '*',
  GiveawayConnection: '*',
  GiveawayEdge: '*',
  Round: '*',
  RoundConnection: '*',
  RoundEdge: '*',
  RoundCharts: '*',
  EntriesAt: '*',
  HolderClass: '*',
  Winner: '*',
  DrawProof: '*',
  Receipt: '*',
  PrizeDelivery: '*',
  Entry: '*',
  EntryConnection: '*',
  EntryEdge: '*',
  EntryChange: '*',
  EntryChangeConnection: '*',
  EntryChangeEdge: '*',
  Passport: '*',
  PassportConnection: '*',
  PassportEdge: '*',
  PassportTransfer: '*',
  PassportTransferConnection: '*',
  PassportTransferEdge: '*',
};

/** The fields between the feed and the chain: they change with both, and read more than both. */
export const LINKS: typeof FEED_FIELDS = { Listing: ['giveaway'], Giveaway: ['listing'] };

/** How an answer that may be cached as `cacheable` may be cached when it also has a field. */
export function cacheableAs(cacheable: Cacheable, type: string, field: string): Cacheable {
  if (cacheable === false) return false;
  if (includesField(LINKS, type, field)) return 'chain';
  if (includesField(FEED_FIELDS, type, field)) return cacheable;
  return includesField(CHAIN_FIELDS, type, field) ? 'chain' : false;
}

/**
 * The fields of Query that read only the feed and the chain's read model, for every selection below them: the readers'
 * thread, which has access to nothing else, can answer them, unless they have a field of LINKS.
 */
export const READ_ALONE: ReadonlySet<string> = new Set([
  'feed',
  'feedFacets',
  'giveaway',
  'giveaways',
  'round',
  'roundCharts',
  'passport',
  'passports',
  'drawProof',
]);

/** Whether a list has a field of a type. */
export function includesField(list: typeof FEED_FIELDS, type: string, field: string): boolean {
  const fields = list[type];
  return fields === '*' || fields?.includes(field) === true;
}
