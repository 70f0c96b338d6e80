import type { Page } from '../../../../core/values/paging.ts';
import { MAX_NODES, type ChainNode, type ChainRow, type ChainTreeLevel } from '../../../ports/chain-reads.ts';
import { fillTime, type LevelReader, type ReadPorts } from './level-reader.ts';
import type { Level, Row } from './level.ts';

/** A level and the levels below it. */
export interface LevelTree {
  readonly child: LevelReader;
  readonly below: readonly LevelTree[];
}

/** A level with its node in the tree that the store reads. */
interface TreeNode {
  readonly branch: LevelTree;
  readonly node: ChainNode;
}

/**
 * Reads a level with all levels below it in one statement, and links the rows; undefined when a level
 * cannot be part of the tree.
 */
export async function readTree(
  ports: ReadPorts,
  root: LevelTree,
  prepared: ReadonlyMap<LevelReader, unknown>,
): Promise<Page<Row> | undefined> {
  const tree: TreeNode[] = [];
  if (!addToTree(root, -1, prepared, new Map(), tree)) return undefined;
  const found = await ports.chainReads.readTree(tree.map(({ node }) => node));
  const levels = found.map(groupByAbove);
  const ids = new Map<Row | ChainRow, number>();
  for (const [index, { branch }] of tree.entries()) {
    if (branch.below.length === 0) continue;
    const { rows, ids: names } = found[index] as ChainTreeLevel;
    for (const [index, row] of rows.entries()) ids.set(row, names[index] as number);
  }
  const [page] = pagesOf(0, [undefined]);
  linkBelow(0, (page as Page<Row>).items);
  return page;

  function pagesOf(index: number, above: readonly (Row | undefined)[]): Page<Row>[] {
    const { child } = (tree[index] as TreeNode).branch;
    const rows = above.map((row) => {
      // A round without events has no row in the database, and nothing below it.
      const id = row === undefined ? 0 : (ids.get(row) ?? -1);
      return levels[index]?.get(id) ?? [];
    });
    for (const each of rows) fillTime(each, child.level, ports);
    return child.toPages(rows, above, prepared.get(child));
  }

  /** Links the rows of a node to the pages of its child nodes. */
  function linkBelow(above: number, rows: readonly Row[]): void {
    let slot = 0;
    for (const [index, { branch, node }] of tree.entries()) {
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

/** Adds a level and the levels below it to the tree; returns false when a level cannot be part of it. */
function addToTree(
  branch: LevelTree,
  above: number,
  prepared: ReadonlyMap<LevelReader, unknown>,
  nodeIndexes: Map<Level, number>,
  tree: TreeNode[],
): boolean {
  const { child, below } = branch;
  const request = child.toRequest(prepared.get(child));
  if (request === undefined) return false;
  const { source, page } = request;
  const key: ChainNode['key'][number][] = [];
  for (const member of request.key) {
    if ('value' in member) key.push({ value: member.value });
    else if ('address' in member)
      key.push({ node: nodeIndexes.get(member.address.level) as number, column: member.address.index - 1 });
    else return false;
  }
  // A round without events has no row in the database that a node below could join, although earlier entries may count in it.
  const needsRow =
    source !== 'countedEntriesOfRound' && key.some((member) => 'node' in member && member.node === above);
  if (tree[above]?.node.source === 'rounds' && !needsRow) return false;
  if (tree.length === MAX_NODES) return false;
  const index =
    tree.push({
      branch,
      node: { source, above, key, columns: child.level.columns, ...(page && { page }) },
    }) - 1;
  nodeIndexes.set(child.level, index);
  return below.every((each) => addToTree(each, index, prepared, nodeIndexes, tree));
}
