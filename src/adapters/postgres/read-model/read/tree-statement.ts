import { MAX_PAGE } from '../../../../core/values/paging.ts';
import { MAX_NODES, type ChainNode } from '../../../ports/chain-reads.ts';
import { SOURCES } from './sources.ts';
import {
  fromText,
  joinsFor,
  pageConditions,
  pageValues,
  readExpressions,
  sortsOf,
  sortText,
} from './statement.ts';

// A row's id is its parent's id times this number, plus its own position from 1, which is always smaller.
const ID_FACTOR = MAX_PAGE + 2;

/** Decodes the first column of a row, which combines its node and its id. */
export function readTag(tag: number): { readonly node: number; readonly id: number; readonly above: number } {
  const id = Math.floor(tag / MAX_NODES);
  return { node: tag % MAX_NODES, id, above: Math.floor(id / ID_FACTOR) };
}

/** One statement for a whole tree of at most MAX_NODES nodes. Columns of a row: its tag, then the columns as text. */
export function treeText(nodes: readonly ChainNode[]): string {
  let next = 0;
  const parameter = (type: string) => `$${(next += 1)}::${type}`;
  const levels = nodes.map((node, index) => `l${index} as (${levelText(nodes, node, parameter)})`);
  const widest = Math.max(...nodes.map(({ columns }) => columns.length));
  const shown = nodes.map(({ columns }, index) => {
    const cellIndexes = Array.from({ length: widest }, (_, index) => index);
    const cells = cellIndexes.map((cell) => (cell < columns.length ? `c${cell}::text` : 'null'));
    return `select ${[`id * ${MAX_NODES} + ${index}`, ...cells].join(', ')} from l${index}`;
  });
  return `with ${levels.join(', ')} ${shown.join(' union all ')}`;
}

/** The values of a tree's statement, in the order of its parameters. */
export function treeValues(nodes: readonly ChainNode[]): unknown[] {
  return nodes.flatMap(({ source, above, key, page }) => {
    const { order } = SOURCES[source];
    const values: unknown[] = key.flatMap((member) => ('value' in member ? [member.value] : []));
    const size = nodes[above]?.page?.size;
    if (size !== undefined) values.push(size);
    if (order && page) values.push(...pageValues(order, page));
    return values;
  });
}

function levelText(
  nodes: readonly ChainNode[],
  { source: name, above, key, columns, page }: ChainNode,
  parameter: (type: string) => string,
): string {
  const source = SOURCES[name];
  const members = key.map((member, index) => {
    const column =
      'value' in member ? parameter(source.keys[index] ?? '') : `l${member.node}.c${member.column}`;
    return `${column} as k${index + 1}`;
  });
  const read = readExpressions(source, columns);
  const rows = rowsAbove(nodes, above, key, parameter);
  const conditions = [source.where, ...pageConditions(source, page, parameter)];
  const sorts = sortsOf(source, page);
  const position =
    sorts.length > 0 ? `row_number() over (order by ${sortText(sorts)})` : (source.position ?? '1');
  const inner = [...read.map((expression, index) => `${expression} as c${index}`), `${position} as position`];
  return `
    select w.id as above, w.id * ${ID_FACTOR} + x.position as id, x.*
    from (select ${[above === -1 ? '0::bigint as id' : `l${above}.id`, ...members].join(', ')} ${rows}) w
    cross join lateral (
      select ${inner.join(', ')}
      from ${fromText(source, sorts)} ${joinsFor(source, read)}
      where ${conditions.join(' and ')}
      ${sorts.length > 0 ? `order by ${sortText(sorts)} limit ${parameter('bigint')}` : ''}
    ) x`;
}

/** The rows of the level above, without the extra row after their page, joined with the ancestors that the key refers to. */
function rowsAbove(
  nodes: readonly ChainNode[],
  above: number,
  key: ChainNode['key'],
  parameter: (type: string) => string,
): string {
  if (above === -1) return '';
  const needed = new Set(key.flatMap((member) => ('node' in member ? [member.node] : [])));
  let text = `from l${above}`;
  for (let below = above; ;) {
    const index = nodes[below]?.above ?? -1;
    needed.delete(below);
    if (index === -1 || needed.size === 0) break;
    text += ` join l${index} on l${index}.id = l${below}.above`;
    below = index;
  }
  return nodes[above]?.page === undefined
    ? text
    : `${text} where l${above}.position <= ${parameter('bigint')}`;
}
