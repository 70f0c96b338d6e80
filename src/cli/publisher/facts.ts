import { Option } from 'commander';
import { gather, toWholeNumber, type Options } from '../command.ts';
import type { ListingFieldsFragment } from '../documents.ts';

const REGION = new Option('--region <code>', 'a country, such as DE; may be repeated').argParser(gather);
const KIND = new Option('--kind <kind>', 'what it gives away').choices(['prize', 'freebie']);
const ALLOCATION = new Option('--allocation <how>', 'who gets it').choices(['draw', 'first-come']);

/** The options of the command that publishes, for the facts of a listing. */
export const FACT_OPTIONS = [
  REGION,
  new Option('--minimum-age <years>', 'the age that people need to enter').argParser(toWholeNumber),
  new Option('--prizes <count>', 'how many prizes there are').argParser(toWholeNumber),
  KIND,
  ALLOCATION,
  new Option('--no-facts', 'removes all facts; without any option for them, a listing keeps its own'),
];

/** The options of the commands that filter the feed, for facts. */
export const FACT_FILTER_OPTIONS = [
  REGION,
  new Option('--age <years>', 'only listings for people of this age').argParser(toWholeNumber),
  new Option('--min-prizes <count>', 'only listings with at least so many prizes').argParser(toWholeNumber),
  KIND,
  ALLOCATION,
];

/** The stated facts of these options; undefined without any. */
export function toFacts({ region, minimumAge, prizes, facts, ...options }: Pick<Options, string>) {
  const stated = defined({ regions: region, minimumAge, prizes, ...namesOf(options) });
  return stated ?? (facts === false ? {} : undefined);
}

/** The filter by facts that these options name; undefined without any. */
export function toFactFilter({ region, age, minPrizes, ...options }: Pick<Options, string>) {
  return defined({ regions: region, age, minPrizes, ...namesOf(options) });
}

/** The facts of a listing as lines of text. */
export function describeFacts({ facts }: ListingFieldsFragment): Record<string, string> {
  const { regions, minimumAge, prizes, kind, allocation } = facts;
  return {
    ...(regions.length > 0 && { Regions: regions.join(' ') }),
    ...(minimumAge !== null && { 'Minimum age': String(minimumAge) }),
    ...(prizes !== null && { Prizes: String(prizes) }),
    ...(kind !== null && { Kind: kind.toLowerCase() }),
    ...(allocation !== null && { Allocation: allocation.toLowerCase().replace('_', '-') }),
  };
}

function namesOf({ kind, allocation }: Pick<Options, string>) {
  const toName = (choice: unknown) =>
    typeof choice === 'string' ? choice.toUpperCase().replace('-', '_') : undefined;
  return { kind: toName(kind), allocation: toName(allocation) };
}

function defined(members: Readonly<Record<string, unknown>>): object | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
