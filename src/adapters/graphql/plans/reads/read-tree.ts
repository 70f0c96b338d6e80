import type { Page } from '../../../../core/values/paging.ts';
import {
  MAX_NODES,
  type ChainNode,
  type ChainRow,
  type ChainTreeLevel,
} from '../../../../core/chain/chain-reads.ts';
import { fillTime, type Child, type ReadPorts } from './child.ts';
import type { Level, Row } from './level.ts';

/** A level and those below it. */
export interface LevelTree {
  readonly child: Child;
  readonly below: readonly LevelTree[];
}

/** A level as a node of the tree, beside what its pages are made by. */
interface Planted {
  readonly branch: LevelTree;
  readonly node: ChainNode;
}

/**
 * Reads a level with all those below it in one statement, and links the rows; undefined when a level must know the rows
 * above before it can say what to read.
 */
export async function readTree(
  ports: ReadPorts,
  root: LevelTree,
  prepared: ReadonlyMap<Child, unknown>,
): Promise<Page<Row> | undefined> {
  const planted: Planted[] = [];
  if (!plant(root, -1, prepared, new Map(), planted)) return undefined;
  const found = await ports.chainReads.readTree(planted.map(({ node }) => node));
  const levels = found.map(groupByAbove);
  const ids = new Map<Row | ChainRow, number>();
  for (const [index, { branch }] of planted.entries()) {
    if (branch.below.length === 0) continue;
    const { rows, ids: names } = found[index] as ChainTreeLevel;
    for (const [index, row] of rows.entries()) ids.set(row, names[index] as number);
  }
  const [page] = pagesOf(0, [undefined]);
  linkBelow(0, (page as Page<Row>).items);
  return page;

  function pagesOf(index: number, above: readonly (Row | undefined)[]): Page<Row>[] {
    const { child } = (planted[index] as Planted).branch;
    const rows = above.map((row) => {
      // A round in which nothing happened was not found, and has nothing below it.
      const id = row === undefined ? 0 : (ids.get(row) ?? -1);
      return levels[index]?.get(id) ?? [];
    });
    for (const each of rows) fillTime(each, child.level, ports);
    return child.toPages(rows, above, prepared.get(child));
  }

  /** Gives the rows of a node their pages of all nodes right below it. */
  function linkBelow(above: number, rows: readonly Row[]): void {
    let slot = 0;
    for (const [index, { branch, node }] of planted.entries()) {
      if (node.above !== above) continue;
      const pages = pagesOf(index, rows);
      for (const [index, [{ children }]] of rows.entries()) children[slot] = pages[index] as Page<Row>;
      slot += 1;
      const shown = branch.below.length > 0 ? pages.flatMap(({ items }) => items) : [];
      if (shown.length > 0) linkBelow(index, shown);
    }
  }
}

function groupByAbove({ rows, aboves }: ChainTreeLevel): Map<number, ChainRow[]> {
  const groups = new Map<number, ChainRow[]>();
  let group: ChainRow[] = [];
  for (const [index, row] of rows.entries()) {
    const above = aboves[index] as number;
    if (index === 0 || above !== aboves[index - 1]) groups.set(above, (group = []));
    group.push(row);
  }
  return groups;
}

/** Adds a level and those below it to the tree; false when one of them does not fit into it. */
function plant(
  branch: LevelTree,
  above: number,
  prepared: ReadonlyMap<Child, unknown>,
  places: Map<Level, number>,
  planted: Planted[],
): boolean {
  const { child, below } = branch;
  const question = child.ask(prepared.get(child));
  if (question === undefined) return false;
  const { source, page } = question;
  const key: ChainNode['key'][number][] = [];
  for (const member of question.key) {
    if ('value' in member) key.push({ value: member.value });
    else if ('address' in member)
      key.push({ node: places.get(member.address.level) as number, column: member.address.index - 1 });
    else return false;
  }
  // A round in which nothing happened has no row in the database that something could hang on.
  const needsRow = key.some((member) => 'node' in member && member.node === above);
  if (planted[above]?.node.source === 'rounds' && !needsRow) return false;
  if (planted.length === MAX_NODES) return false;
  const index =
    planted.push({
      branch,
      node: { source, above, key, columns: child.level.columns, ...(page && { page }) },
    }) - 1;
  places.set(child.level, index);
  return below.every((each) => plant(each, index, prepared, places, planted));
}
