/**
 * The fields whose answers may be cached: the same for everybody, and made old by the feed's epoch when they change. An
 * answer is cacheable when every field of it is listed here. What the chain says is not: it changes with the chain's clock,
 * without anything that would announce it.
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
