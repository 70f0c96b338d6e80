/**
 * The fields whose answers may be cached: the same for everybody, and made old by the feed's epoch when they change. An
 * answer is cacheable when every field of it is listed here.
 */
export const CACHEABLE: Readonly<Record<string, readonly string[] | '*'>> = {
  Query: ['feed', 'feedFacets', 'listing'],
  FeedConnection: '*',
  FeedFacets: '*',
  FacetValue: '*',
  Listing: '*',
  ListingEdge: '*',
  PageInfo: '*',
  Publisher: '*',
  // As a fragment's type; `node` itself may find anything.
  Node: '*',
};

/**
 * Public fields that are read anew for every request: what the chain says changes with its clock, without anything that
 * would announce it. A field that needs a permission is on neither list.
 */
export const READ_EACH_TIME: Readonly<Record<string, readonly string[] | '*'>> = {
  Query: [
    'node',
    'giveaway',
    'giveaways',
    'round',
    'passport',
    'passports',
    'passportContactMessage',
    'drawProof',
  ],
  Giveaway: '*',
  GiveawayConnection: '*',
  GiveawayEdge: '*',
  Round: '*',
  RoundConnection: '*',
  RoundEdge: '*',
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
  PassportContactMessage: '*',
};

/**
 * The fields of Query that need nothing but the feed and what the chain says, whatever is selected below them: a thread that has
 * only those can answer them.
 */
export const READ_ALONE: ReadonlySet<string> = new Set([
  'feed',
  'feedFacets',
  'giveaway',
  'giveaways',
  'round',
  'passport',
  'passports',
  'drawProof',
]);

/** Whether a list has a field of a type. */
export function lists(list: typeof CACHEABLE, type: string, field: string): boolean {
  const fields = list[type];
  return fields === '*' || fields?.includes(field) === true;
}
