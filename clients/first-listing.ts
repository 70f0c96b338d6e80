import type { paths } from './generated/openapi.ts';

type Publishing = paths['/api/v1/giveaways']['post'];
type Draft = Publishing['requestBody']['content']['application/json'];

/** The README's first listing: only the required fields and some of the others. */
export const firstListing: Draft = {
  sourceExternalId: 'summer-bicycle',
  title: 'Win a bicycle for the summer',
  description: 'One bicycle. Free to enter, one entry a person, 18 and over.',
  landingUrl: 'https://shop.example.com/giveaways/bicycle',
  provider: 'Example Shop',
  worth: '900 €',
  endDate: '2031-08-31T22:00:00Z',
};

type Feed = paths['/feed.json']['get'];
/** No parameter of the feed is required. */
export const query: Feed['parameters']['query'] = { search: 'bicycle' };
