import type { ListingFieldsFragment, OwnListingOrder, OwnListingState } from '../documents.ts';

// The compiler compares the names with those of the API.
const STATES: Readonly<Record<OwnListingState, true>> = {
  LIVE: true,
  ENDED: true,
  HIDDEN: true,
  WITHDRAWN: true,
};
const ORDERS: Readonly<Record<OwnListingOrder, true>> = {
  RECENTLY_UPDATED: true,
  LEAST_RECENTLY_UPDATED: true,
  NEWEST: true,
  OLDEST: true,
  ENDING_SOON: true,
  ENDING_LAST: true,
};
/** The states by which own listings are filtered, and their orders. */
export const [OWN_LISTING_STATES, OWN_LISTING_ORDERS] = [Object.keys(STATES), Object.keys(ORDERS)];

const FIELDS = [
  'id',
  'sourceExternalId',
  'title',
  'description',
  'landingUrl',
  'provider',
  'image',
  'platform',
  'worth',
  'instructions',
  'endDate',
] as const;
const FACTS = ['regions', 'minimumAge', 'prizes', 'kind', 'allocation'] as const;

/** The columns of own listings as a file. */
export const OWN_LISTING_COLUMNS: Readonly<Record<string, (listing: ListingFieldsFragment) => unknown>> = {
  ...Object.fromEntries(FIELDS.map((name) => [name, (listing: ListingFieldsFragment) => listing[name]])),
  ...Object.fromEntries(FACTS.map((name) => [name, ({ facts }: ListingFieldsFragment) => facts[name]])),
  verified: ({ verified }) => verified,
  status: ({ status }) => status.toLowerCase(),
  isLegacy: ({ own }) => own?.isLegacy,
  hiddenReason: ({ own }) => own?.hiddenReason,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};
