import type { Clock } from '../clock.ts';
import { readPage, toCursor } from '../values/paging.ts';
import type { FeedStore } from './feed-store.ts';
import { toFeedFilter } from './feed-query.ts';

/** A running listing, as search engines are told of it. */
export interface SitemapEntry {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
}

/** The newest running listings of one part. */
export interface SitemapPart {
  readonly entries: readonly SitemapEntry[];
  /** The cursor after which the next part begins; null for the last part. */
  readonly next: string | null;
}

interface SitemapPorts {
  readonly feed: FeedStore;
  readonly clock: Clock;
}

const ORDER = 'NEWEST';
const PART_SIZE = 5_000;
const MAX_PARTS = 10;

/** Reads the part after a cursor; without one, the first. Throws INVALID_PAYLOAD for a wrong cursor. */
export async function readSitemapPart(
  { feed, clock }: SitemapPorts,
  after: string | undefined,
): Promise<SitemapPart> {
  const page = { ...readPage({ after }, ORDER), size: PART_SIZE };
  const filter = toFeedFilter(undefined, clock.now());
  const columns = ['id', 'updatedAt'] as const;
  const { items, hasNextPage, stoppedAt } = await feed.page({ order: ORDER, filter, page }, columns);
  const last = items.at(-1);
  // The sort key and the id follow the columns.
  const end =
    stoppedAt ?? (last && { key: String(last[columns.length]), id: String(last[columns.length + 1]) });
  return {
    entries: items.map(([id, updatedAt]) => ({ id: String(id), updatedAt: String(updatedAt) })),
    next: hasNextPage && end !== undefined ? toCursor(ORDER, end.key, end.id) : null,
  };
}

/** The cursors after which the parts begin, undefined for the first: at most ten parts, of the newest running listings. */
export async function readSitemapParts(ports: SitemapPorts): Promise<readonly (string | undefined)[]> {
  const starts: (string | undefined)[] = [undefined];
  while (starts.length < MAX_PARTS) {
    const { next } = await readSitemapPart(ports, starts.at(-1));
    if (next === null) break;
    starts.push(next);
  }
  return starts;
}
