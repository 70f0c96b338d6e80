import { Option } from 'commander';
import { gather, toWholeNumber, type CommandRow } from '../command.ts';
import { AFTER, FIRST } from '../connection.ts';
import { Feed } from '../documents.ts';
import { describeListing } from './listing.ts';

export const FEED: CommandRow = {
  name: 'feed',
  what: 'reads the public feed',
  options: [
    FIRST,
    AFTER,
    new Option('--last <count>', 'how many from the end, at most 100').argParser(toWholeNumber),
    new Option('--before <cursor>', 'only what precedes this cursor'),
    new Option('--platform <name>', 'only this platform; may be repeated').argParser(gather),
    new Option('--provider <name>', 'only this provider; may be repeated').argParser(gather),
    new Option(
      '--search <words>',
      'words, or beginnings of words, that all must occur; accents and one typing error do not matter',
    ),
    new Option('--verified', 'only verified listings'),
    new Option('--ends-before <instant>', 'only listings that end before this instant'),
    new Option('--ends-after <instant>', 'only listings that end after this instant'),
    new Option('--include-ended', 'also listings that have ended'),
    new Option('--order <order>', 'how to sort').choices(['recently-updated', 'newest', 'ending-soon']),
  ],
  async work(client, { first, after, last, before, order, ...options }) {
    const { feed } = await client.requestPublic(Feed, {
      first,
      after,
      last,
      before,
      orderBy: typeof order === 'string' ? order.toUpperCase().replaceAll('-', '_') : undefined,
      filter: {
        platforms: options['platform'],
        providers: options['provider'],
        search: options['search'],
        verified: options['verified'],
        endsBefore: options['endsBefore'],
        endsAfter: options['endsAfter'],
        includeEnded: options['includeEnded'],
      },
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
