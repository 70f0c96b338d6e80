import type { PageRequest } from '../../../core/paging.ts';
import type { ChainCell, ChainColumn } from '../../../core/ports/chain-reads.ts';
import { EXPRESSIONS } from './columns.ts';
import type { Order, SourceStatement } from './sources.ts';

/** One statement for any number of keys: the place of the key, then the columns, in reading order. */
export function statementText(
  source: SourceStatement,
  columns: readonly ChainColumn[],
  page: PageRequest | undefined,
): string {
  const { keys, from, where, order, instead } = source;
  const read = columns.map((column) => instead?.[column] ?? EXPRESSIONS[column]);
  const names = read.map((_, index) => `c${index}`);
  const conditions = [where];
  let next = keys.length;
  if (order) {
    const place = () => `(${order.by.map(([, type]) => `$${(next += 1)}::${type}`).join(', ')})`;
    const sorted = `(${order.by.map(([expression]) => expression).join(', ')})`;
    const [later, earlier] = order.descending ? ['<', '>'] : ['>', '<'];
    if (page?.after) conditions.push(`${sorted} ${later} ${place()}`);
    if (page?.before) conditions.push(`${sorted} ${earlier} ${place()}`);
  }
  const sorting = order && page ? order : undefined;
  const direction = sorting && sorting.descending !== page?.backward ? 'desc' : 'asc';
  const sorts = sorting?.by.map(([expression], index) => [expression, `s${index}`] as const) ?? [];
  const inner = [...read.map((expression, index) => `${expression} as c${index}`)];
  for (const [expression, name] of sorts) inner.push(`${expression} as ${name}`);
  return `
    select ${['w.ord', ...names.map((name) => `x.${name}`)].join(', ')}
    from ${keysText(keys)}
    cross join lateral (
      select ${inner.length === 0 ? '1' : inner.join(', ')}
      from ${from} ${joinsFor(source, read)}
      where ${conditions.join(' and ')}
      ${sorts.length > 0 ? `order by ${sorts.map(([expression]) => `${expression} ${direction}`).join(', ')} limit $${(next += 1)}` : ''}
    ) x
    order by ${['w.ord', ...sorts.map(([, name]) => `x.${name} ${direction}`)].join(', ')}`;
}

/** The values of a statement: one array for each member of the keys, then those of the page. */
export function statementValues(
  { keys, order }: SourceStatement,
  given: readonly (readonly ChainCell[])[],
  page: PageRequest | undefined,
): unknown[] {
  const values: unknown[] = keys.map((_, member) => given.map((key) => key[member]));
  if (order && page) values.push(...pageValues(order, page));
  return values;
}

function pageValues({ valuesOf }: Order, { after, before, size }: PageRequest): unknown[] {
  const places = [after, before].flatMap((position) => (position ? valuesOf(position) : []));
  return [...places, size + 1];
}

function keysText(keys: readonly string[]): string {
  if (keys.length === 0) return '(values (1)) w(ord)';
  const arrays = keys.map((type, index) => `$${index + 1}::${type}[]`);
  const members = keys.map((_, index) => `k${index + 1}`);
  return `unnest(${arrays.join(', ')}) with ordinality w(${[...members, 'ord'].join(', ')})`;
}

// What a join needs itself stands before it: the order of the record.
function joinsFor({ joins }: SourceStatement, read: readonly string[]): string {
  const needed: string[] = [];
  let text = read.join(' ');
  for (const [alias, join] of Object.entries(joins).toReversed()) {
    if (!new RegExp(`(?:^|[^\\w.])${alias}\\.`).test(text)) continue;
    needed.unshift(join);
    text += ` ${join}`;
  }
  return needed.join(' ');
}
