/**
 * How an answer may be cached: as an answer of the feed, which is served until the feed's epoch moves; as one of the chain's
 * read model, which is served for a second, or until the next step of the projection; or not at all.
 */
export type Cacheable = 'feed' | 'chain' | false;

/** The fields of the feed: they are the same for every caller, and the feed's epoch moves when they change. */
export const FEED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Query: ['feed', 'feedFacets', 'listing', 'publisher', 'publisherListings'],
  FeedConnection: ['edges', 'generatedAt', 'nodes', 'pageInfo', 'totalCount', 'totalCountIsExact'],
  FeedFacets: [
    'endingWithinDay',
    'endingWithinWeek',
    'generatedAt',
    'isExact',
    'platforms',
    'providers',
    'unverified',
    'verified',
    'withoutEnd',
  ],
  FacetValue: ['count', 'name'],
  Listing: [
    'createdAt',
    'description',
    'endDate',
    'id',
    'image',
    'instructions',
    'landingUrl',
    'platform',
    'provider',
    'publisher',
    'sourceExternalId',
    'status',
    'title',
    'updatedAt',
    'verified',
    'worth',
  ],
  ListingConnection: ['edges', 'nodes', 'pageInfo'],
  ListingEdge: ['cursor', 'node'],
  PageInfo: ['endCursor', 'hasNextPage', 'hasPreviousPage', 'startCursor'],
  Publisher: ['createdAt', 'id', 'kind'],
  // Only as the type of a fragment: the field `node` can find objects of every type, and is not listed.
  Node: ['id'],
};

/** The fields of the chain's read model and of the service's status, the same for every caller: they also change with the clock, without any notification. */
export const CHAIN_FIELDS: typeof FEED_FIELDS = {
  Query: ['giveaway', 'giveaways', 'round', 'roundCharts', 'passport', 'passports', 'drawProof', 'status'],
  ServiceStatus: ['checkedAt', 'parts'],
  PartStatus: ['lagSeconds', 'number', 'part', 'reason', 'state'],
  Giveaway: [
    'beacon',
    'beaconMargin',
    'chainId',
    'createdAt',
    'createdBlock',
    'currentRound',
    'description',
    'determinationType',
    'endTime',
    'entries',
    'giveawayId',
    'hub',
    'hubBlock',
    'id',
    'image',
    'key',
    'metadataHash',
    'metadataUri',
    'providerKey',
    'providerName',
    'providerPaysReceiptGas',
    'requiresHandshake',
    'rollingActiveDays',
    'rollingEntriesCarryOver',
    'rollingEveryDays',
    'round',
    'rounds',
    'signer',
    'startTime',
    'state',
    'title',
    'transactionHash',
  ],
  GiveawayConnection: ['edges', 'nodes', 'pageInfo'],
  GiveawayEdge: ['cursor', 'node'],
  Round: [
    'closesAt',
    'countedEntries',
    'decidedAt',
    'delivery',
    'description',
    'drawProof',
    'entries',
    'entriesCounted',
    'entriesIssued',
    'entriesTotal',
    'giveaway',
    'holders',
    'holdersIssued',
    'id',
    'imageHash',
    'imageUri',
    'index',
    'itemImage',
    'metadataHash',
    'metadataUri',
    'opensAt',
    'receipt',
    'state',
    'title',
    'voidedAt',
    'winner',
    'winnerImage',
  ],
  RoundConnection: ['edges', 'nodes', 'pageInfo'],
  RoundEdge: ['cursor', 'node'],
  RoundCharts: ['entriesOverTime', 'holderClasses', 'isSampled'],
  EntriesAt: ['at', 'entries'],
  HolderClass: ['entries', 'from', 'holders', 'to'],
  Winner: ['id', 'numberOnChain', 'passport', 'passportId', 'wallet'],
  DrawProof: [
    'beacon',
    'beaconRound',
    'blockHash',
    'blockNumber',
    'document',
    'id',
    'randomness',
    'round',
    'settledAt',
    'signature',
    'ticket',
    'total',
    'transactionHash',
    'winner',
  ],
  Receipt: ['by', 'byProvider', 'confirmedAt', 'transactionHash'],
  PrizeDelivery: [
    'amount',
    'assetContract',
    'byProvider',
    'deliveredAt',
    'proofChainId',
    'proofTxHash',
    'proofURI',
    'recipient',
    'revision',
    'sender',
    'signer',
    'tokenId',
    'transactionHash',
    'transferredAt',
    'transferredFrom',
    'verification',
    'verificationReason',
    'verifiedAt',
  ],
  Entry: ['changedAt', 'entries', 'history', 'id', 'issued', 'leaf', 'passport', 'round'],
  CountedEntry: ['entries', 'entry'],
  CountedEntryConnection: ['edges', 'nodes', 'pageInfo'],
  CountedEntryEdge: ['cursor', 'node'],
  EntryConnection: ['edges', 'nodes', 'pageInfo'],
  EntryEdge: ['cursor', 'node'],
  EntryChange: [
    'amount',
    'blockNumber',
    'changedAt',
    'entries',
    'evidence',
    'id',
    'openRound',
    'owner',
    'reasonCode',
    'removed',
    'signer',
    'transactionHash',
  ],
  EntryChangeConnection: ['edges', 'nodes', 'pageInfo'],
  EntryChangeEdge: ['cursor', 'node'],
  Passport: [
    'entries',
    'giveaways',
    'id',
    'maxTransfers',
    'mintedAt',
    'mintedBlock',
    'numberOnChain',
    'owner',
    'passportId',
    'tradable',
    'transfers',
    'transfersUsed',
    'wins',
  ],
  PassportConnection: ['edges', 'nodes', 'pageInfo'],
  PassportEdge: ['cursor', 'node'],
  PassportTransfer: ['blockNumber', 'from', 'id', 'to', 'transactionHash', 'transferredAt'],
  PassportTransferConnection: ['edges', 'nodes', 'pageInfo'],
  PassportTransferEdge: ['cursor', 'node'],
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

/** The fields that read more than the readers' thread has access to. */
export const NOT_ALONE: typeof FEED_FIELDS = { ...LINKS, DrawProof: ['document'] };

/**
 * The fields of Query that read only the feed and the chain's read model, for every selection below them: the readers'
 * thread, which has access to nothing else, can answer them, unless they have a field of NOT_ALONE.
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
  return list[type]?.includes(field) === true;
}
