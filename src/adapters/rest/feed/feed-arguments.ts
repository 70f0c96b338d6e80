import { instantText } from '../../../core/values/instants.ts';
import { readQuery } from '../query.ts';

/** The parameters that choose a page. */
export const PAGE_PARAMETERS = ['first', 'after', 'last', 'before', 'orderBy'] as const;
/** The parameters of facts that a filter has once each. */
const FACT_PARAMETERS = ['age', 'minPrizes', 'kind', 'allocation'] as const;
const FILTER_PARAMETERS = [
  'verified',
  'search',
  'endsBefore',
  'endsAfter',
  'includeEnded',
  ...FACT_PARAMETERS,
] as const;

/** Whether a query searches by words or filters by facts. */
export function hasScan(query: URLSearchParams): boolean {
  return ['search', 'regions', ...FACT_PARAMETERS].some((name) => query.has(name));
}

/**
 * The arguments of a feed in the query of a target; `names` are the parameters that it may have besides the filters. Values that
 * cannot be converted are passed on unchanged: the schema of the core refuses them with a message.
 */
export function readFeedArguments(
  target: string,
  names: readonly (typeof PAGE_PARAMETERS)[number][],
): Record<string, unknown> {
  const mark = target.indexOf('?');
  const parameters = new URLSearchParams(mark === -1 ? '' : target.slice(mark));
  const single: Readonly<Record<string, string | undefined>> = readQuery(
    { url: target },
    [...names, ...FILTER_PARAMETERS],
    ['platforms', 'providers', 'regions'],
  );
  const many = (name: string) => (parameters.has(name) ? parameters.getAll(name) : undefined);
  return {
    first: toNumber(single['first']),
    after: single['after'],
    last: toNumber(single['last']),
    before: single['before'],
    orderBy: single['orderBy'],
    filter: {
      platforms: many('platforms')?.flatMap(toNames),
      providers: many('providers'),
      verified: toFlag(single['verified']),
      search: single['search'],
      endsBefore: toInstant(single['endsBefore']),
      endsAfter: toInstant(single['endsAfter']),
      includeEnded: toFlag(single['includeEnded']),
      facts: {
        regions: many('regions')?.flatMap((value) => value.split(',')),
        age: toNumber(single['age']),
        minPrizes: toNumber(single['minPrizes']),
        kind: single['kind'],
        allocation: single['allocation'],
      },
    },
  };
}

/** The names between commas; one of a name is written `\,`. */
function toNames(value: string): readonly string[] {
  return value.split(/(?<!\\),/).map((name) => name.replaceAll('\\,', ','));
}

function toNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function toFlag(text: string | undefined): boolean | string | undefined {
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

const instant = instantText();

function toInstant(text: string | undefined): Date | string | undefined {
  return instant.safeParse(text).data ?? text;
}
