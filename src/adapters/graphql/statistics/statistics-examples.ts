import type { CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of statistics. */
export const STATISTICS_EXAMPLES: CallExamples = {
  query: {
    statistics: [
      { from: '2026-11-01', to: '2026-11-30' },
      'days { day listings draws entries } listingsByPlatform { day platform listings }',
    ],
  },
};
