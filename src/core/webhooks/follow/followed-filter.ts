import { invalidPayload } from '../../errors.ts';
import { toFactsFilter } from '../../listings/facts/listing-facts.ts';
import { toFeedFilter, type FeedArguments, type FeedFilter } from '../../feed/feed-query.ts';
import type { FollowedFilter } from '../webhook.ts';

/** The filter of a follower as statements have it. Throws INVALID_PAYLOAD for one that no listing can match, which is a mistake. */
export function toMatchableFilter(filter: FeedArguments['filter'], now: Date): FeedFilter {
  const feedFilter = toFeedFilter(filter, now);
  const fault = findEmpty(feedFilter) ?? findWrongEnd(feedFilter);
  if (fault === undefined) return feedFilter;
  const [field, message] = fault;
  throw invalidPayload([{ path: ['filter', ...field.split('.')], message }]);
}

type Fault = readonly [field: string, message: string];

function findEmpty({ platforms, providers, facts, terms }: FeedFilter): Fault | undefined {
  if (platforms?.length === 0) return ['platforms', 'is an empty list: leave it out, or name a platform.'];
  if (providers?.length === 0) return ['providers', 'is an empty list: leave it out, or name a provider.'];
  if (facts?.regions?.length === 0)
    return ['facts.regions', 'is an empty list: leave it out, or name a country.'];
  if (terms?.length === 0) return ['search', 'contains no word: leave it out, or write a word.'];
  return undefined;
}

function findWrongEnd({ endsBefore, endsAfter, notEndedAt }: FeedFilter): Fault | undefined {
  if (endsBefore === undefined) return undefined;
  if (endsAfter && endsBefore <= endsAfter)
    return ['endsBefore', 'is not after endsAfter: send a later instant, or leave one of them out.'];
  if (notEndedAt && endsBefore <= notEndedAt)
    return ['endsBefore', 'has passed: send a later instant, or also includeEnded.'];
  return undefined;
}

/** The filter as it is stored and shown. */
export function toFollowed(filter: FeedArguments['filter']): FollowedFilter {
  const { platforms, providers, verified, facts, search, endsBefore, endsAfter, includeEnded } = filter ?? {};
  return {
    platforms: platforms ?? null,
    providers: providers ?? null,
    verified: verified ?? null,
    facts: toFactsFilter(facts) ?? null,
    search: search ?? null,
    endsBefore: endsBefore?.toISOString() ?? null,
    endsAfter: endsAfter?.toISOString() ?? null,
    includeEnded: includeEnded ?? false,
  };
}

/** The stored filter as an argument of the feed. */
export function toArgument({ endsBefore, endsAfter, ...filter }: FollowedFilter): FeedArguments['filter'] {
  const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));
  return {
    ...filter,
    endsBefore: toDate(endsBefore),
    endsAfter: toDate(endsAfter),
  } as FeedArguments['filter'];
}
