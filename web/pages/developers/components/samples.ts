import type {
  CardFragment,
  FacetsQuery,
  GiveawayCardFragment,
  RoundChartsQuery,
  TrackRecordQuery,
} from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import type { Choices } from '../../feed/choices.ts';

const HOUR_MS = 3_600_000;

/** An instant so many hours after another. */
export const hoursAfter = (now: Date, hours: number) =>
  new Date(now.getTime() + hours * HOUR_MS).toISOString().replace(/\.\d+/, '');

const LISTING: CardFragment = {
  id: 'lst_0',
  title: 'Win a bicycle for the summer',
  description: 'One bicycle. Free to enter, one entry a person.',
  platform: 'all',
  provider: 'Example Shop',
  worth: '900 €',
  verified: false,
  endDate: null,
  updatedAt: '2026-01-01T00:00:00Z',
  landingUrl: 'https://shop.example.com/bicycle',
  picture: null,
  facts: { regions: [], minimumAge: null, prizes: null, kind: null, allocation: null },
  publisher: { name: null, domain: null },
};

const FACTS: CardFragment['facts'] = {
  regions: ['AT', 'CH', 'DE'],
  minimumAge: 18,
  prizes: 25,
  kind: 'PRIZE',
  allocation: 'DRAW',
};

/** Listings in the states that a card has. */
export const toListings = (now: Date): readonly CardFragment[] => [
  { ...LISTING, endDate: hoursAfter(now, 100) },
  { ...LISTING, id: 'lst_1', verified: true, platform: 'steam', endDate: hoursAfter(now, 5), facts: FACTS },
  {
    ...LISTING,
    id: 'lst_2',
    title:
      'A title as long as a title can be, and which therefore has to end after its third line in a card of this width',
    worth: 'N/A',
    publisher: { name: 'Bicycles & More', domain: { name: 'bicycles.example.org' } },
  },
  { ...LISTING, id: 'lst_3', title: 'رحلة لشخصين إلى البحر الأحمر', endDate: hoursAfter(now, -5) },
];

/** Giveaways in each state. */
export const toGiveaways = (now: Date): readonly GiveawayCardFragment[] =>
  (['SCHEDULED', 'RUNNING', 'ENDED'] as const).map((state, index) => ({
    id: `gwy_${index}`,
    giveawayId: 'bicycle',
    title: 'A bicycle every week',
    description: 'One round a week.',
    providerKey: `0x${'ab'.repeat(32)}`,
    providerName: 'Example Provider',
    state,
    startTime: hoursAfter(now, state === 'SCHEDULED' ? 50 : -500),
    endTime: hoursAfter(now, state === 'ENDED' ? -5 : 500),
    determinationType: 'ON_CHAIN_RANDOM' as const,
    rollingEveryDays: 7,
    currentRound:
      state === 'RUNNING' ? { index: 2, closesAt: hoursAfter(now, 20), entriesCounted: 149 } : null,
  }));

export const FACETS: FacetsQuery['feedFacets'] = {
  isExact: false,
  verified: 12,
  unverified: 1_234,
  endingWithinDay: 3,
  endingWithinWeek: 40,
  withoutEnd: 5,
  platforms: ['all', 'steam', 'gog'].map((name, index) => ({ name, count: 100 - index })),
  providers: ['Example Shop', 'A shop with a name that is longer than a column'].map((name) => ({
    name,
    count: 7,
  })),
  facts: {
    prizes: 20,
    freebies: 10,
    draws: 8,
    firstCome: 2,
    isExact: true,
    regions: ['AT', 'DE', 'CH'].map((name) => ({ name, count: 4 })),
    ages: [{ value: 18, count: 9 }],
    minPrizes: [{ value: 5, count: 3 }],
  },
};

export const CHOICES: Choices = {
  search: 'bicycle',
  platforms: ['steam'],
  providers: [],
  isVerifiedOnly: true,
  ends: 'week',
  kind: undefined,
  allocation: undefined,
  regions: ['DE'],
  age: undefined,
  minPrizes: undefined,
  order: 'RELEVANCE',
  after: undefined,
  before: undefined,
};

export const toCharts = (now: Date): NonNullable<RoundChartsQuery['roundCharts']> => ({
  isSampled: true,
  entriesOverTime: [1, 4, 30, 90, 149].map((entries, index) => ({
    at: hoursAfter(now, index * 30 - 200),
    entries,
  })),
  holderClasses: [
    { from: 1, to: 1, holders: 3, entries: 3 },
    { from: 2, to: 10, holders: 8, entries: 46 },
    { from: 11, to: 100, holders: 1, entries: 100 },
  ],
});

export const RECORD: NonNullable<TrackRecordQuery['trackRecord']> = {
  giveaways: 100,
  isComplete: false,
  roundsDecided: 40,
  roundsOnTime: 38,
  medianDelay: 90,
  roundsOverdue: 1,
  prizes: 40,
  prizesDelivered: 30,
  prizesProved: 12,
  prizesOverdue: 2,
};

/** The answer of the API to a form with two wrong fields. */
export const ERRORS: readonly PageQueryError[] = [
  {
    code: 'INVALID_PAYLOAD',
    message: 'Two fields are invalid.',
    reason: undefined,
    retryAfterSeconds: undefined,
    fields: [
      { field: 'sampleTitle', message: 'is required.' },
      { field: 'sampleEnd', message: 'must be an instant.' },
    ],
  },
];
