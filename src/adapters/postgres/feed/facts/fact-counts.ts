import type { FactCounts } from '../../../../core/feed/feed-store.ts';
import { readFacts } from '../../../../core/listings/facts/fact-words.ts';
import type { FactsFilter } from '../../../../core/listings/facts/listing-facts.ts';
import type { Sql } from '../../connection/sql.ts';
import type { Selection } from '../conditions.ts';
import { toFactQuery } from './fact-query.ts';
import type { FeedLimits } from '../limits.ts';
import { findMatches } from '../matches.ts';

const MAX_VALUES = 50;
/** Numbers of prizes that a reader can choose. */
const PRIZE_STEPS = [2, 10, 100];

/** How often each word of facts occurs, and whether all listings were looked at. */
interface WordCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly isExact: boolean;
}

/** Counts the facts that a client can filter by; each fact is counted as if the filter had no value of it. */
export async function countFacts(
  sql: Sql,
  selection: Selection,
  filter: FactsFilter | undefined,
  limits: FeedLimits,
): Promise<FactCounts> {
  const whole = countWords(sql, selection, limits);
  const without = (name: keyof FactsFilter) => {
    if (filter?.[name] === undefined) return whole;
    const facts = toFactQuery({ ...filter, [name]: undefined }) || undefined;
    return countWords(sql, { ...selection, facts }, limits);
  };
  const [regions, age, minPrizes, kind, allocation] = await Promise.all([
    without('regions'),
    without('age'),
    without('minPrizes'),
    without('kind'),
    without('allocation'),
  ]);
  const ages = numbersOf(age, 'minimumAge');
  const prizes = numbersOf(minPrizes, 'prizes');
  const sum = (numbers: typeof ages, isCounted: (value: number) => boolean) =>
    numbers.reduce((total, { value, count }) => total + (isCounted(value) ? count : 0), 0);
  return {
    regions: namesOf(regions),
    ages: ages.map(({ value }) => ({ value, count: sum(ages, (one) => one <= value) })),
    minPrizes: PRIZE_STEPS.map((value) => ({ value, count: sum(prizes, (one) => one >= value) })),
    prizes: kind.counts.get('kind/PRIZE') ?? 0,
    freebies: kind.counts.get('kind/FREEBIE') ?? 0,
    draws: allocation.counts.get('allocation/DRAW') ?? 0,
    firstCome: allocation.counts.get('allocation/FIRST_COME') ?? 0,
    isExact: [regions, age, minPrizes, kind, allocation].every(({ isExact }) => isExact),
  };
}

async function countWords(sql: Sql, selection: Selection, limits: FeedLimits): Promise<WordCounts> {
  const { text, values, limit } = await findMatches(sql, selection, {
    order: 'RECENTLY_UPDATED',
    columns: 'l.facts',
    limit: limits.checked,
    limits,
  });
  const rows = await sql.query(
    {
      name: '',
      text: `
        with looked_at as materialized (${text})
        select null, count(*) from looked_at
        union all (
          select word, count(*) from looked_at, unnest(tsvector_to_array(facts)) as word where matches group by word)`,
    },
    values,
  );
  const [[, lookedAt] = [], ...words] = rows;
  return {
    counts: new Map(words.map(([word, count]) => [String(word), Number(count)])),
    isExact: Number(lookedAt) <= limit,
  };
}

function namesOf({ counts }: WordCounts) {
  return [...counts]
    .flatMap(([word, count]) => readFacts(word).regions.map((name) => ({ name, count })))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_VALUES);
}

/** The stated numbers in order, with how many listings state each. */
function numbersOf({ counts }: WordCounts, name: 'minimumAge' | 'prizes') {
  return [...counts]
    .flatMap(([word, count]) => {
      const value = readFacts(word)[name];
      return value === null ? [] : [{ value, count }];
    })
    .toSorted((one, other) => one.value - other.value);
}
