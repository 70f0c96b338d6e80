import type { FeedColumn, FeedRow, FeedSlice } from '../../../core/feed/feed-store.ts';
import type { PageRequest, Position } from '../../../core/values/paging.ts';
import type { RelevancePart, Selection } from './conditions.ts';
import type { PageReader } from './read-page.ts';

/** A page of a search by relevance. */
interface Search {
  readonly selection: Selection;
  readonly page: PageRequest;
  readonly columns: readonly FeedColumn[];
}

/** A position in the order of relevance: a part of the list, and a position in that part. */
interface Place extends RelevancePart {
  readonly position: Position;
}

const OLDEST: Position = { key: '1970-01-01T00:00:00.000Z', id: '0' };
const NEWEST: Position = { key: '9999-12-31T23:59:59.999Z', id: 'z' };

/**
 * Reads a search by relevance: listings whose title contains all words, then the others, each with the latest change first. The
 * first part ends where a read of it reaches its limit; the cursors of the second part contain that end, so that a client
 * that follows them gets every match once. Without a cursor, a read from the end takes all matches as one part.
 */
export async function readByRelevance(pages: PageReader, search: Search): Promise<FeedSlice> {
  const { after, before, backward, size } = search.page;
  const [above, below] = [after && toPlace(after), before && toPlace(before)];
  const known = above?.end ?? below?.end ?? (backward && !below ? NEWEST : undefined);
  const read = (isFirst: boolean, end: Position | undefined, pageSize: number) =>
    readPart(pages, search, { part: { isFirst, end }, above, below, size: pageSize });

  if (above?.isFirst === false || known?.key === NEWEST.key)
    return mark(await read(false, known, size), false, known);
  if (below?.isFirst === true) return mark(await read(true, known, size), true, known);
  if (backward) {
    const feedSlice = await read(false, known, size);
    const second = mark(feedSlice, false, known);
    if (feedSlice.hasPreviousPage) return second;
    const first = mark(await read(true, known, size - feedSlice.items.length), true, known);
    return { ...first, items: [...first.items, ...second.items], hasNextPage: second.hasNextPage };
  }
  const feedSlice = await read(true, known, size);
  const { stoppedAt } = feedSlice;
  const first = mark(feedSlice, true, known);
  // Beyond its end, a match of a title belongs to the second part.
  const isOver =
    stoppedAt === undefined ? !feedSlice.hasNextPage : known === undefined || isOlder(stoppedAt, known);
  if (!isOver) return first;
  const end = known ?? stoppedAt ?? OLDEST;
  const second = mark(await read(false, end, size - feedSlice.items.length), false, end);
  return { ...second, items: [...first.items, ...second.items], hasPreviousPage: first.hasPreviousPage };
}

interface PartToRead {
  readonly part: RelevancePart;
  readonly above: Place | undefined;
  readonly below: Place | undefined;
  readonly size: number;
}

function readPart(
  pages: PageReader,
  { selection, page: { backward }, columns }: Search,
  { part, above, below, size }: PartToRead,
): Promise<FeedSlice> {
  const within = (place: Place | undefined) => (place?.isFirst === part.isFirst ? place.position : undefined);
  const page = { size, backward, after: within(above), before: within(below) };
  return pages.read({ order: 'RECENTLY_UPDATED', selection: { ...selection, part }, columns, page });
}

/** The same rows, with the part and its end behind the ids of their positions. */
function mark(slice: FeedSlice, isFirst: boolean, end: Position | undefined): FeedSlice {
  const suffix = `_${isFirst ? 1 : 2}${end ? `_${Date.parse(end.key)}_${end.id}` : ''}`;
  const { items, stoppedAt } = slice;
  return {
    ...slice,
    items: items.map((row): FeedRow => [...row.slice(0, -1), `${String(row.at(-1))}${suffix}`]),
    stoppedAt: stoppedAt && { key: stoppedAt.key, id: `${stoppedAt.id}${suffix}` },
  };
}

// Cursors were checked by the core.
function toPlace({ key, id }: Position): Place {
  const [, listing = '', part, endMs, endId = ''] =
    /^(lst_\w{32}|[0z])_([12])(?:_(\d+)_(\w+))?$/.exec(id) ?? [];
  const end = endMs === undefined ? undefined : { key: new Date(Number(endMs)).toISOString(), id: endId };
  return { isFirst: part === '1', end, position: { key, id: listing } };
}

function isOlder(one: Position, other: Position): boolean {
  return one.key === other.key ? one.id < other.id : one.key < other.key;
}
