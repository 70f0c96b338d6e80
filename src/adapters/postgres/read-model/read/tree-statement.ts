import { LARGEST_PAGE } from '../../../../core/values/paging.ts';
import { MOST_NODES, type ChainNode } from '../../../../core/chain/chain-reads.ts';
import { SOURCES } from './sources.ts';
import { joinsFor, pageConditions, pageValues, readExpressions, sortsOf, sortText } from './statement.ts';

// A row's id is that of the row above it times this, plus its own place from 1 on: more than any list has.
const PLACES = LARGEST_PAGE + 2;

/** Reads what stands before the columns of a row: its id and its node in one number. */
export function readTag(tag: number): { readonly node: number; readonly id: number; readonly above: number } {
  const id = Math.floor(tag / MOST_NODES);
  return { node: tag % MOST_NODES, id, above: Math.floor(id / PLACES) };
}

/** One statement for a whole tree, of MOST_NODES at most. A row is its tag, then its columns as text. */
export function treeText(nodes: readonly ChainNode[]): string {
  let next = 0;
  const parameter = (type: string) => `$${(next += 1)}::${type}`;
  const levels = nodes.map((node, index) => `l${index} as (${levelText(nodes, node, parameter)})`);
  const widest = Math.max(...nodes.map(({ columns }) => columns.length));
  const shown = nodes.map(({ columns }, index) => {
    const places = Array.from({ length: widest }, (_, place) => place);
    const cells = places.map((place) => (place < columns.length ? `c${place}::text` : 'null'));
    return `select ${[`id * ${MOST_NODES} + ${index}`, ...cells].join(', ')} from l${index}`;
  });
  return `with ${levels.join(', ')} ${shown.join(' union all ')}`;
}

/** The values of a tree's statement, in the order in which its text has places for them. */
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
  const place = sorts.length > 0 ? `row_number() over (order by ${sortText(sorts)})` : (source.place ?? '1');
  const inner = [...read.map((expression, index) => `${expression} as c${index}`), `${place} as place`];
  return `
    select w.id as above, w.id * ${PLACES} + x.place as id, x.*
    from (select ${[above === -1 ? '0::bigint as id' : `l${above}.id`, ...members].join(', ')} ${rows}) w
    cross join lateral (
      select ${inner.join(', ')}
      from ${source.from} ${joinsFor(source, read)}
      where ${conditions.join(' and ')}
      ${sorts.length > 0 ? `order by ${sortText(sorts)} limit ${parameter('bigint')}` : ''}
    ) x`;
}

/** The rows that a level is read for, without the one beyond their page, beside the rows further up that its keys need. */
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
  return nodes[above]?.page === undefined ? text : `${text} where l${above}.place <= ${parameter('bigint')}`;
}
