import {
  pageInput,
  pageOfList,
  readPage,
  toCursor,
  type Page,
  type Position,
} from '../../../core/values/paging.ts';
import { parseInput } from '../../../core/use-case.ts';
import type { PageInfoType } from './node-types.ts';

interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

/** A Relay connection (GraphQL Cursor Connections) with its nodes also as a list. */
interface Connection<Node> {
  edges: Edge<Node>[];
  nodes: Node[];
  pageInfo: PageInfoType;
}

/** A page as a Relay connection; `keyOf` returns the instant that the list is ordered by. */
export function toConnection<Item extends { readonly id: string }, Node>(
  page: Page<Item>,
  order: string,
  keyOf: (item: Item) => Date,
  toNode: (item: Item) => Node,
): Connection<Node> {
  const edges = page.items.map((item) => ({
    cursor: toCursor(order, keyOf(item).toISOString(), item.id),
    node: toNode(item),
  }));
  return connectionOfEdges(page, edges);
}

interface ListOrder<Item, Node> {
  /** The name of the order in cursors. */
  readonly order: string;
  /** The key is an instant (ISO 8601 with milliseconds). */
  readonly positionOf: (item: Item) => Position;
  readonly toNode: (item: Item) => Node;
}

/** A page of a list of limited length, as a Relay connection. Throws INVALID_PAYLOAD for wrong arguments. */
export function toListConnection<Item, Node>(
  items: readonly Item[],
  rawPage: unknown,
  { order, positionOf, toNode }: ListOrder<Item, Node>,
): Connection<Node> {
  const page = pageOfList(items, readPage(parseInput(pageInput, rawPage), order), positionOf);
  const edges = page.items.map((item) => {
    const { key, id } = positionOf(item);
    return { cursor: toCursor(order, key, id), node: toNode(item) };
  });
  return connectionOfEdges(page, edges);
}

/** The connection of a page with these edges. */
export function connectionOfEdges<Node>(page: PageEnds, edges: Edge<Node>[]): Connection<Node> {
  return { edges, nodes: edges.map(({ node }) => node), pageInfo: toPageInfo(page, edges) };
}

type PageEnds = Omit<Page<unknown>, 'items'>;

function toPageInfo(
  { hasNextPage, hasPreviousPage }: PageEnds,
  edges: readonly { readonly cursor: string }[],
): PageInfoType {
  return {
    hasNextPage,
    hasPreviousPage,
    startCursor: edges[0]?.cursor ?? null,
    endCursor: edges.at(-1)?.cursor ?? null,
  };
}
