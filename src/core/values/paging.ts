import { z } from 'zod';
import { invalidPayload } from '../errors.ts';

/** The size of a page without `first` and `last`. */
export const DEFAULT_PAGE = 20;
/** The size of the largest page. */
export const MAX_PAGE = 100;

const size = z
  .int(`must be a whole number from 1 to ${MAX_PAGE}.`)
  .min(1, `must be at least 1.`)
  .max(MAX_PAGE, `must be at most ${MAX_PAGE}.`)
  .nullish();
const cursor = z
  .string('must be a cursor that an earlier page returned.')
  .max(512, 'is not a cursor.')
  .nullish();

/** The arguments of a Relay connection (GraphQL Cursor Connections, section 4). */
export const pageArguments = {
  first: size.describe(
    `The number of items from the start; ${DEFAULT_PAGE} if neither first nor last is given.`,
  ),
  after: cursor.describe('Only items after this cursor.'),
  last: size.describe('The number of items from the end; not together with first.'),
  before: cursor.describe('Only items before this cursor.'),
};

/** The input of a connection without other arguments. */
export const pageInput = z.object(pageArguments);

/** A page to read of an ordered list. */
export interface PageRequest {
  readonly size: number;
  readonly backward: boolean;
  readonly after: Position | undefined;
  readonly before: Position | undefined;
}
/** A position in an order: the sort key as text, and the id. */
export interface Position {
  readonly key: string;
  readonly id: string;
}
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

interface RawPage {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The kind of a position: an instant (or never) and an id, an instant and the id of a round, or one or two whole numbers. */
export type PositionKind = keyof typeof POSITIONS;

/** Parses connection arguments. Throws INVALID_PAYLOAD, also for a cursor of another order. */
export function readPage(raw: RawPage, order: string, kind: PositionKind = 'instant'): PageRequest {
  if (raw.first != null && raw.last != null) {
    throw invalidPayload([{ path: ['last'], message: 'cannot be combined with first: send one of them.' }]);
  }
  return {
    size: raw.first ?? raw.last ?? DEFAULT_PAGE,
    backward: raw.last != null,
    after: readCursor(raw.after, order, kind, 'after'),
    before: readCursor(raw.before, order, kind, 'before'),
  };
}

/** Turns rows in reading order, with one row more than the page's size if there are more, into a page. */
export function toPage<Item>(
  rows: readonly Item[],
  { size, backward, after, before }: PageRequest,
): Page<Item> {
  const more = rows.length > size;
  const items = more ? rows.slice(0, size) : rows;
  return backward
    ? { items: items.toReversed(), hasNextPage: before !== undefined, hasPreviousPage: more }
    : { items, hasNextPage: more, hasPreviousPage: after !== undefined };
}

/** A page of a list in memory, ordered by key and then id. */
export function pageOfList<Item>(
  items: readonly Item[],
  page: PageRequest,
  positionOf: (item: Item) => Position,
): Page<Item> {
  const { after, before } = page;
  const rows = items
    .map((item) => ({ item, position: positionOf(item) }))
    .filter(({ position }) => !after || isBefore(after, position))
    .filter(({ position }) => !before || isBefore(position, before))
    .toSorted((left, right) => (isBefore(left.position, right.position) === page.backward ? 1 : -1))
    .map(({ item }) => item);
  return toPage(rows, page);
}

function isBefore(left: Position, right: Position): boolean {
  return left.key === right.key ? left.id < right.id : left.key < right.key;
}

/** The opaque cursor of a position in an order. */
export function toCursor(order: string, key: string, id: string): string {
  return Buffer.from(`${order}|${key}|${id}`, 'latin1').toString('base64url');
}

const INSTANT = String.raw`infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
// Numbers that fit into a bigint column and are exact in JavaScript.
const NUMBER = String.raw`\d{1,15}`;
const LISTING = String.raw`lst_\w{32}|[0z]`;
const POSITIONS = {
  instant: cursorPattern(INSTANT, String.raw`\w{1,100}`),
  // The key is infinity for what has no such instant.
  'instant or never': cursorPattern(INSTANT, String.raw`\w{1,100}`),
  'instant and round': cursorPattern(INSTANT, String.raw`rnd_[0-9a-f]{64}_\d{1,10}`),
  // The number of the part of the list, and where its first part ends, follow the id.
  relevance: cursorPattern(INSTANT, String.raw`(?:${LISTING})_[12](?:_\d{1,15}_(?:${LISTING}))?`),
  number: cursorPattern(NUMBER, ''),
  'two numbers': cursorPattern(NUMBER, NUMBER),
} as const;

function cursorPattern(key: string, id: string): RegExp {
  return new RegExp(String.raw`^(?<order>\w+)\|(?<key>${key})\|(?<id>${id})$`);
}

function readCursor(
  raw: string | null | undefined,
  order: string,
  kind: PositionKind,
  name: string,
): Position | undefined {
  if (raw == null) return undefined;
  const { groups } = POSITIONS[kind].exec(Buffer.from(raw, 'base64url').toString('latin1')) ?? {};
  const key = groups?.['key'] ?? '';
  const isNumber = kind === 'number' || kind === 'two numbers';
  const canBeEndless = kind === 'instant or never' || order === ENDLESS_ORDER;
  const isPosition = isNumber || isInstant(key) || (key === 'infinity' && canBeEndless);
  if (groups?.['order'] !== order || !isPosition) {
    const message = 'is not a cursor of this list and order: pass one that a page of it returned.';
    throw invalidPayload([{ path: [name], message }]);
  }
  return { key, id: groups['id'] ?? '' };
}

// The order of the feed whose sort key can be infinite, for listings without an end.
const ENDLESS_ORDER = 'ENDING_SOON';

function isInstant(key: string): boolean {
  const instant = new Date(key);
  return !key.startsWith('0000') && !Number.isNaN(instant.getTime()) && instant.toISOString() === key;
}
