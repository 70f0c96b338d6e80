import { Option } from 'commander';
import { toWholeNumber, type CommandRow } from '../command.ts';
import { AFTER, FIRST } from '../connection.ts';
import { Feed } from '../documents.ts';
import { FILTER_OPTIONS, toFilter } from '../feed-filter.ts';
import { describeListing } from './listing.ts';

export const FEED: CommandRow = {
  name: 'feed',
  what: 'reads the public feed',
  options: [
    FIRST,
    AFTER,
    new Option('--last <count>', 'how many from the end, at most 100').argParser(toWholeNumber),
    new Option('--before <cursor>', 'only what precedes this cursor'),
    ...FILTER_OPTIONS,
    new Option('--order <order>', 'how to sort').choices(['recently-updated', 'newest', 'ending-soon']),
  ],
  async work(client, { first, after, last, before, order, ...options }) {
    const { feed } = await client.requestPublic(Feed, {
      first,
      after,
      last,
      before,
      orderBy: typeof order === 'string' ? order.toUpperCase().replaceAll('-', '_') : undefined,
      filter: toFilter(options),
    });
    const { nodes: listings } = feed;
    const { hasNextPage, endCursor } = feed.pageInfo;
    const parts = listings.length === 0 ? ['No listing matches.'] : listings.map(describeListing);
    return {
      document: { listings, pageInfo: feed.pageInfo, generatedAt: feed.generatedAt },
      text: [...parts, ...(hasNextPage ? [`More: --after ${endCursor}`] : [])].join('\n\n'),
    };
  },
};
