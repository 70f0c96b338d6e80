import { Option, type Command } from 'commander';
import { act, gather, toWholeNumber } from '../command.ts';
import { AFTER, FIRST } from '../connection.ts';
import { Feed } from '../documents/generated.ts';
import { describeListing } from './listing.ts';

/** giveaways feed */
export function addFeed(program: Command): void {
  program
    .command('feed')
    .description('reads the public feed')
    .addOption(FIRST)
    .addOption(AFTER)
    .option('--last <count>', 'how many from the end, at most 100', toWholeNumber)
    .option('--before <cursor>', 'only what precedes this cursor')
    .option('--platform <name>', 'only this platform; may be repeated', gather)
    .option('--provider <name>', 'only this provider; may be repeated', gather)
    .option(
      '--search <words>',
      'words, or beginnings of words, that all must occur; accents and one typing error do not matter',
    )
    .option('--verified', 'only verified listings')
    .option('--ends-before <instant>', 'only listings that end before this instant')
    .option('--ends-after <instant>', 'only listings that end after this instant')
    .option('--include-ended', 'also listings that have ended')
    .addOption(
      new Option('--order <order>', 'how to sort').choices(['recently-updated', 'newest', 'ending-soon']),
    )
    .action(
      act(async (client, { first, after, last, before, order, ...options }) => {
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
      }),
    );
}
