import type { PageRequest } from '../../../../core/values/paging.ts';
import type { ChainCell, ChainColumn } from '../../../ports/chain-reads.ts';
import { EXPRESSIONS } from './columns.ts';
import type { Direction, Order, SourceStatement } from './source-statement.ts';

/** One statement for any number of keys. Columns of a row: the ordinal of its key, then the columns. */
export function statementText(
  source: SourceStatement,
  columns: readonly ChainColumn[],
  page: PageRequest | undefined,
): string {
  let next = source.keys.length;
  const parameter = (type: string) => `$${(next += 1)}::${type}`;
  const read = readExpressions(source, columns);
  const conditions = [source.where, ...pageConditions(source, page, parameter)];
  const sorts = sortsOf(source, page);
  const inner = [
    ...read.map((expression, index) => `${expression} as c${index}`),
    ...sorts.map(({ expression }, index) => `${expression} as s${index}`),
  ];
  return `
    select ${['w.ord', ...read.map((_, index) => `x.c${index}`)].join(', ')}
    from ${keysText(source.keys)}
    cross join lateral (
      select ${inner.length === 0 ? '1' : inner.join(', ')}
      from ${fromText(source, sorts)} ${joinsFor(source, read)}
      where ${conditions.join(' and ')}
      ${sorts.length > 0 ? `order by ${sortText(sorts)} limit ${parameter('bigint')}` : ''}
    ) x
    order by ${['w.ord', ...sorts.map(({ direction }, index) => `x.s${index} ${direction}`)].join(', ')}`;
}

/** The values of a statement: one array for each column of the keys, then those of the page. */
export function statementValues(
  { keys, order }: SourceStatement,
  keyValues: readonly (readonly ChainCell[])[],
  page: PageRequest | undefined,
): unknown[] {
  const values: unknown[] = keys.map((_, member) => keyValues.map((key) => key[member]));
  if (order && page) values.push(...pageValues(order, page));
  return values;
}

/** The SQL expressions of columns in this source. */
export function readExpressions({ overrides }: SourceStatement, columns: readonly ChainColumn[]): string[] {
  return columns.map((column) => overrides?.[column] ?? EXPRESSIONS[column]);
}

/** The sort order of a page; empty without a page. */
export function sortsOf({ order }: SourceStatement, page: PageRequest | undefined): Sort[] {
  if (!order || !page) return [];
  const direction = order.descending === page.backward ? 'asc' : 'desc';
  return order.by.map(([expression]) => ({ expression, direction }));
}

interface Sort {
  readonly expression: string;
  readonly direction: Direction;
}

/** What the rows are read from, for the sort order of a page. */
export function fromText({ from }: SourceStatement, [sort]: readonly Sort[]): string {
  return typeof from === 'string' ? from : from(sort?.direction ?? 'desc');
}

export function sortText(sorts: readonly Sort[]): string {
  return sorts.map(({ expression, direction }) => `${expression} ${direction}`).join(', ');
}

/** The keyset conditions of the page's cursors. */
export function pageConditions(
  { order }: SourceStatement,
  page: PageRequest | undefined,
  parameter: (type: string) => string,
): string[] {
  if (!order) return [];
  const sorted = `(${order.by.map(([expression]) => expression).join(', ')})`;
  const cursor = () => `(${order.by.map(([, type]) => parameter(type)).join(', ')})`;
  const [later, earlier] = order.descending ? ['<', '>'] : ['>', '<'];
  return [
    ...(page?.after ? [`${sorted} ${later} ${cursor()}`] : []),
    ...(page?.before ? [`${sorted} ${earlier} ${cursor()}`] : []),
  ];
}

/** The values of a page: its cursors, then the row limit, one more than the page shows. */
export function pageValues({ valuesOf }: Order, { after, before, size }: PageRequest): unknown[] {
  const cursors = [after, before].flatMap((position) => (position ? valuesOf(position) : []));
  return [...cursors, size + 1];
}

function keysText(keys: readonly string[]): string {
  if (keys.length === 0) return '(values (1)) w(ord)';
  const arrays = keys.map((type, index) => `$${index + 1}::${type}[]`);
  const members = keys.map((_, index) => `k${index + 1}`);
  return `unnest(${arrays.join(', ')}) with ordinality w(${[...members, 'ord'].join(', ')})`;
}

/** The joins that the expressions need, in the order of the record: a join stands after those that it refers to. */
export function joinsFor({ joins }: SourceStatement, read: readonly string[]): string {
  const needed: string[] = [];
  let text = read.join(' ');
  for (const [alias, join] of Object.entries(joins).toReversed()) {
    if (!new RegExp(`(?:^|[^\\w.])${alias}\\.`).test(text)) continue;
    needed.unshift(join);
    text += ` ${join}`;
  }
  return needed.join(' ');
}
