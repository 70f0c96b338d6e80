import { toCursor, type Page } from '../../core/paging.ts';
import type { PageInfo } from './node-types.ts';

interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

/** A page as a Relay connection; `keyOf` gives the instant that the list is ordered by. */
export function toConnection<Item extends { readonly id: string }, Node>(
  page: Page<Item>,
  order: string,
  keyOf: (item: Item) => Date,
  toNode: (item: Item) => Node,
): { edges: Edge<Node>[]; pageInfo: PageInfo } {
  const edges = page.items.map((item) => ({
    cursor: toCursor(order, keyOf(item).toISOString(), item.id),
    node: toNode(item),
  }));
  return { edges, pageInfo: toPageInfo(page, edges) };
}

/** The pageInfo of a page with these edges. */
export function toPageInfo(
  { hasNextPage, hasPreviousPage }: Omit<Page<unknown>, 'items'>,
  edges: readonly { readonly cursor: string }[],
): PageInfo {
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
}
