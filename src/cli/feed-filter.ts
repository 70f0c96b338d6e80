import { Option } from 'commander';
import { FACT_FILTER_OPTIONS, toFactFilter } from './publisher/facts.ts';
import { gather, type Options } from './command.ts';

/** The option that names platforms. */
export const PLATFORM_OPTION = new Option(
  '--platform <name>',
  'only this platform; may be repeated',
).argParser(gather);

/** The options of the commands that filter the feed. */
export const FILTER_OPTIONS = [
  PLATFORM_OPTION,
  new Option('--provider <name>', 'only this provider; may be repeated').argParser(gather),
  new Option(
    '--search <words>',
    'words, or beginnings of words, that all must occur; accents and, in reads, one typing error do not matter',
  ),
  new Option('--verified', 'only verified listings'),
  new Option('--ends-before <instant>', 'only listings that end before this instant'),
  new Option('--ends-after <instant>', 'only listings that end after this instant'),
  new Option('--include-ended', 'also listings that have ended'),
  ...FACT_FILTER_OPTIONS,
];

/** The filter of the feed that these options name. */
export function toFilter(options: Pick<Options, string>): object {
  return {
    platforms: options['platform'],
    providers: options['provider'],
    search: options['search'],
    verified: options['verified'],
    endsBefore: options['endsBefore'],
    endsAfter: options['endsAfter'],
    includeEnded: options['includeEnded'],
    facts: toFactFilter(options),
  };
}
