export interface PageArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

const DEFAULT_SIZE = 20;

/** The number of rows requested, and the number after which they start. */
export function toPosition({ first, after }: PageArguments): {
  readonly size: number;
  readonly after: number;
} {
  const key = after == null ? undefined : Buffer.from(after, 'base64url').toString('latin1').split('|')[1];
  return { size: first ?? DEFAULT_SIZE, after: Number(key ?? -1) };
}

/** A Relay connection of rows, of which one more than requested was read. */
export function toConnection<Row>(
  order: string,
  rows: Row[],
  page: PageArguments,
  numberOf: (row: Row) => number,
) {
  const hasNextPage = rows.length > toPosition(page).size;
  if (hasNextPage) rows.pop();
  const edges = rows.map((node) => ({
    cursor: Buffer.from(`${order}|${numberOf(node)}|`, 'latin1').toString('base64url'),
    node,
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage,
      hasPreviousPage: page.after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
