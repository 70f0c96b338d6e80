import { pool } from '../connections/pool.ts';
import { feedStatement, type FeedArguments } from './statement.ts';

export interface ListingRow {
  readonly id: string;
  readonly image: string;
  readonly endDate: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly publisherId: string | null;
}

const KEYS = {
  RECENTLY_UPDATED: (row: ListingRow) => row.updatedAt.toISOString(),
  NEWEST: (row: ListingRow) => row.createdAt.toISOString(),
  ENDING_SOON: (row: ListingRow) => row.endDate?.toISOString() ?? 'infinity',
};

/** One page of the feed as a Relay connection. */
export async function readFeed(args: FeedArguments) {
  const order = args.orderBy ?? 'RECENTLY_UPDATED';
  const { rows } = await pool.query<ListingRow>(feedStatement(args));
  const hasNextPage = rows.length > (args.first ?? 20);
  if (hasNextPage) rows.pop();
  const edges = rows.map((node) => ({
    cursor: Buffer.from(`${order}|${KEYS[order](node)}|${node.id}`, 'latin1').toString('base64url'),
    node,
  }));
  return {
    edges,
    pageInfo: {
      hasNextPage,
      hasPreviousPage: args.after != null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
