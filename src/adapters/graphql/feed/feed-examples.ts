import type { CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of feed. */
export const FEED_EXAMPLES: CallExamples = {
  query: {
    feed: [
      { filter: { search: 'lantern', platforms: ['steam'] }, orderBy: 'ENDING_SOON', first: 10 },
      'edges { node { title landingUrl endDate verified } } pageInfo { hasNextPage endCursor }',
    ],
    feedFacets: [
      { filter: { search: 'lantern' } },
      'platforms { name count } providers { name count } verified endingWithinWeek isExact',
    ],
  },
};
