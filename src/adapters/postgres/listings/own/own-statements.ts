import type { Bound } from '../../feed/page-statements.ts';
import { createParameters, type Parameters } from '../../feed/parameters.ts';
import {
  checksOf,
  isRangeInOrder,
  keysetOf,
  ownIdOf,
  rangeOf,
  sortOf,
  type OwnRead,
} from './own-conditions.ts';

/*
 * Each statement returns rows of a key and an id, and one or two columns more. The limits are literals, so that the planner knows that
 * few rows are needed.
 */

/**
 * The matches among the first `budget` listings of an order, until the page is full, and the last of these listings even without
 * a match: the last two columns tell both cases apart.
 */
export function walkOwn(read: OwnRead, budget: number): Bound {
  const parameters = createParameters();
  const { column, direction } = sortOf(read);
  const state = isRangeInOrder(read) ? read.filter.state : undefined;
  const by = (key: string, id: string) => `order by ${key} ${direction}, ${id} ${direction}`;
  const text = `
    select key, id, matches, number = ${budget}
    from (
      select key, id, matches, row_number() over (${by('key', 'id')}) as number
      from (
        select ${column} as key, l.id, ${checksOf(read, parameters)} as matches from listing l
        where ${rangeOf({ ...read, state }, parameters)}${keysetOf(read, parameters)}
        ${by(column, 'l.id')} limit ${budget}
      ) walked
    ) numbered
    where matches or number = ${budget}
    ${by('key', 'id')} limit ${read.page.size + 1}`;
  return { text, values: parameters.values };
}

/** The page from all listings in a state, if they are at most `limit`; the last column counts them. */
export function gatherState(read: OwnRead, limit: number): Bound {
  const parameters = createParameters();
  const range = rangeOf({ ...read, state: read.filter.state }, parameters);
  const found = `found as materialized (${foundIn(read, range, parameters, { limit })})`;
  return pageOfFound(read, found, '(select count(*) from found)', parameters);
}

/**
 * The page from all listings whose text matches, if its rare words and the beginning of an ID find at most `limit` each; the last
 * column is the larger number. The index of words is that of all publishers.
 */
export function gatherText(read: OwnRead, limit: number): Bound {
  const parameters = createParameters();
  const own = rangeOf({ ...read, state: undefined }, parameters);
  const ids = foundIn(read, `${own} and ${ownIdOf(read, parameters)}`, parameters, { limit, isFound: true });
  const { rare, all } = read.words ?? {};
  const words =
    rare === undefined
      ? 'select * from ids limit 0'
      : foundIn(read, `l.search @@ ${parameters.add(rare, 'tsquery')}`, parameters, {
          limit,
          isFound: rare === all,
          also: own,
        });
  const found = `
    ids as materialized (${ids}), words as materialized (${words}),
    found as materialized (select * from ids union select * from words)`;
  const count = 'greatest((select count(*) from ids), (select count(*) from words))';
  return pageOfFound(read, found, count, parameters);
}

interface Found {
  readonly limit: number;
  /** Whether the source has found the text. */
  readonly isFound?: boolean;
  /** What else a match must fulfil. */
  readonly also?: string;
}

function foundIn(
  read: OwnRead,
  source: string,
  parameters: Parameters,
  { limit, isFound = false, also = 'true' }: Found,
): string {
  const checks = `${also} and ${checksOf(read, parameters, isFound)}${keysetOf(read, parameters)}`;
  return `
    select ${sortOf(read).column} as key, l.id, ${checks} as matches from listing l
    where ${source} limit ${limit + 1}`;
}

function pageOfFound(read: OwnRead, found: string, count: string, parameters: Parameters): Bound {
  const { direction } = sortOf(read);
  const by = `order by page.key ${direction}, page.id ${direction}`;
  const text = `
    with ${found}
    select page.key, page.id, total.count
    from (select ${count} as count) total
    left join (
      select page.key, page.id from found page where matches ${by} limit ${read.page.size + 1}
    ) page on true
    ${by}`;
  return { text, values: parameters.values };
}
