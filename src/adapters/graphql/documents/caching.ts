/**
 * The fields whose values may be cached: they are the same for every caller, and the feed's epoch moves when they change. An
 * answer is cacheable when every field of it is listed here. Fields of the chain's read model are not listed, because
 * they also change with the chain's clock, without any notification.
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
  // Only as the type of a fragment: the field `node` can find objects of every type, and is not listed.
  Node: '*',
};

/**
 * The fields of Query that read only the feed and the chain's read model, for every selection below them: the readers'
 * thread, which has access to nothing else, can answer them.
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
export function includesField(list: typeof CACHEABLE, type: string, field: string): boolean {
  const fields = list[type];
  return fields === '*' || fields?.includes(field) === true;
}
