import type { GiveawayFinder } from '../../../../core/giveaways/giveaway.ts';
import type { GiveawaysFinder, GiveawaysQuery } from '../../../../core/giveaways/giveaways.ts';
import type { PassportFinder } from '../../../../core/passports/passport.ts';
import type { PassportsFinder } from '../../../../core/passports/passports.ts';
import type { RoundFinder } from '../../../../core/rounds/round.ts';
import type { PageRequest } from '../../../../core/values/paging.ts';
import type { ChainCell, ChainSource } from '../../../ports/chain-reads.ts';
import { valueMember, type ReadRequest } from './level-reader.ts';

/** The ports of the public reads of the chain's read model. */
export type Finder<Found> = GiveawayFinder<Found> &
  GiveawaysFinder<Found> &
  RoundFinder<Found> &
  PassportFinder<Found> &
  PassportsFinder<Found>;

/** Finds objects by what the first statement of a plan reads; the plan knows which columns and what below them. */
export const FINDER: Finder<ReadRequest> = {
  giveaway: (id) => requestOf('giveaway', [id]),
  giveaways: giveawaysRequest,
  round: ({ giveawayId, index }) => requestOf('round', [giveawayId, index]),
  passport: (passportId) => requestOf('passport', [passportId]),
  passports: (owner, page) => requestOf('passportsOfOwner', [owner], page),
};

/** Reads the rows of one key. */
export function requestOf(source: ChainSource, key: readonly ChainCell[], page?: PageRequest): ReadRequest {
  return { source, key: key.map(valueMember), ...(page && { page }) };
}

/** The source of a list of giveaways, which has an index for the filter. */
function giveawaysRequest(query: GiveawaysQuery): ReadRequest {
  const { providerKey: provider, state, terms, page } = query;
  const ends = [query.endsAfter, query.endsBefore].map((end) => end?.toISOString() ?? null);
  if (terms !== null) {
    const search = terms.map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`).join(' & ');
    return requestOf('giveawaysFound', [search, provider, state, ...ends], page);
  }
  if (state === null && ends.every((end) => end === null))
    return provider === null
      ? requestOf('giveaways', [], page)
      : requestOf('giveawaysOfProvider', [provider], page);
  const order = ({ SCHEDULED: 'Scheduled', RUNNING: 'Running', ENDED: 'Ended', ANY: 'Ending' } as const)[
    state ?? 'ANY'
  ];
  const source =
    provider === null ? (`giveaways${order}` as const) : (`giveawaysOfProvider${order}` as const);
  return requestOf(source, [provider, ...ends], page);
}
