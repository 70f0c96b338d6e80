import type { FeedArguments } from '../../../src/core/feed/feed-query.ts';

/** The time of the reads. */
export const NOW = new Date('2026-06-01T00:00:00Z');
export const HOUR = 3_600_000;

const FILTERS: readonly (readonly [name: string, filter: object])[] = [
  ['none', {}],
  ['a common platform', { platforms: ['common'] }],
  ['a rare platform', { platforms: ['RARE'] }],
  ['an old platform', { platforms: ['old'] }],
  ['two platforms', { platforms: ['third', 'rare'] }],
  ['four platforms', { platforms: ['third', 'rare', 'old', 'none'] }],
  ['a provider', { providers: ['even'] }],
  ['a rare provider', { providers: ['few'] }],
  ['a provider and a platform', { providers: ['odd'], platforms: ['rare'] }],
  ['a provider and an old platform', { providers: ['odd'], platforms: ['old'] }],
  ['two providers and two platforms', { providers: ['odd', 'few'], platforms: ['rare', 'third'] }],
  ['the badge', { verified: true }],
  ['no badge', { verified: false }],
  ['the badge and a platform', { verified: true, platforms: ['old'] }],
  ['the badge and a provider', { verified: true, providers: ['odd'] }],
  ['a word of all', { search: 'everywhere' }],
  ['the first letter of a word of all', { search: 'e' }],
  ['a frequent word', { search: 'frequent' }],
  ['a rare word', { search: 'seldom' }],
  ['a word of old listings', { search: 'antique' }],
  ['a word of none', { search: 'unheard' }],
  ['a rare word with a typing error', { search: 'seldon' }],
  ['a rare and a frequent word', { search: 'frequent antique' }],
  ['four words that occur together', { search: 'golden silver copper bronze' }],
  ['four words that occur together and a rare one', { search: 'golden silver seldom copper bronze' }],
  ['a word and a platform', { search: 'frequent', platforms: ['third'] }],
  [
    'a word of old listings, the badge and a provider',
    { search: 'antique', verified: true, providers: ['odd'] },
  ],
  ['a frequent fact', { facts: { kind: 'PRIZE' } }],
  ['a fact of old listings', { facts: { age: 17 } }],
  ['a rare fact', { facts: { regions: ['LI'] } }],
  ['a fact of some listings', { facts: { regions: ['DE', 'LI'] } }],
  ['a number of prizes', { facts: { minPrizes: 5_000 } }],
  ['a fact of none', { facts: { kind: 'FREEBIE' } }],
  ['several facts', { facts: { regions: ['DE'], age: 18, kind: 'PRIZE' } }],
  ['a fact and a platform', { facts: { regions: ['DE'] }, platforms: ['third'] }],
  ['a fact and a frequent word', { facts: { regions: ['DE'] }, search: 'frequent' }],
  ['a fact and the badge', { facts: { kind: 'PRIZE' }, verified: true }],
  ['an early end', { endsBefore: new Date(NOW.getTime() - 4_000 * HOUR) }],
  ['a late end', { endsAfter: new Date(NOW.getTime() + 300 * HOUR) }],
  [
    'an end between two instants',
    { endsAfter: new Date(NOW.getTime() - 3_010 * HOUR), endsBefore: new Date(NOW.getTime() - 3_000 * HOUR) },
  ],
  ['an early end and a word', { endsBefore: new Date(NOW.getTime() - 5_000 * HOUR), search: 'frequent' }],
];
const ORDERS = ['RECENTLY_UPDATED', 'NEWEST', 'ENDING_SOON'] as const;
export const CASES = FILTERS.flatMap(([name, filter]) =>
  [false, true].flatMap((includeEnded) =>
    ORDERS.map((orderBy) => ({ name, orderBy, includeEnded, filter: { ...filter, includeEnded } as Filter })),
  ),
);
export type Filter = Partial<NonNullable<FeedArguments['filter']>>;
