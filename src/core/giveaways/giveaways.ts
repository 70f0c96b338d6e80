import { z } from 'zod';
import { searchTerms, type SearchTerm } from '../feed/search-words.ts';
import { pageArguments, readPage, type PageRequest } from '../values/paging.ts';
import { giveawayFilter, type GiveawayState } from './giveaway-filter.ts';

/** Which giveaways a list has; null members do not filter. */
export interface GiveawaysQuery {
  /** The provider's key on chain. */
  readonly providerKey: string | null;
  readonly state: GiveawayState | null;
  /** All of them must occur in the texts. */
  readonly terms: readonly SearchTerm[] | null;
  readonly endsAfter: Date | null;
  readonly endsBefore: Date | null;
  readonly page: PageRequest;
}

/** Finds pages of giveaways. */
export interface GiveawaysFinder<Found> {
  giveaways(query: GiveawaysQuery): Found;
}

/** The order of a list of giveaways, whose position is an instant. */
export const GIVEAWAYS_ORDER = { name: 'GIVEAWAYS', kind: 'instant' } as const;

const input = z.object({
  ...pageArguments,
  filter: giveawayFilter,
  providerKey: z.string().nullish(),
});

/** A page of all giveaways on chain, or of those that match a filter. */
export const giveaways = {
  permission: 'public',
  input,

  execute<Found>(
    finder: GiveawaysFinder<Found>,
    { filter, providerKey, ...page }: z.output<typeof input>,
  ): Found {
    const search = filter?.search ?? null;
    return finder.giveaways({
      providerKey: providerKey ?? null,
      state: filter?.state ?? null,
      terms: search === null ? null : searchTerms(search),
      endsAfter: filter?.endsAfter ?? null,
      endsBefore: filter?.endsBefore ?? null,
      page: readPage(page, GIVEAWAYS_ORDER.name, GIVEAWAYS_ORDER.kind),
    });
  },
} as const;
