import type { FeedFilter, FeedOrder, FeedQuery } from '../../core/feed/feed-query.ts';
import { toPage } from '../../core/paging.ts';
import type { FeedColumn, FeedRow, FeedStore } from '../../core/ports/feed-store.ts';
import { toIsoInstant, type Sql, type Statement, type TextRow } from './sql.ts';

const SORT = {
  RECENTLY_UPDATED: { column: 'l.updated_at', descending: true },
  NEWEST: { column: 'l.created_at', descending: true },
  ENDING_SOON: { column: 'l.ends_at', descending: false },
} as const satisfies Record<FeedOrder, { column: string; descending: boolean }>;

const COLUMNS = {
  id: 'l.id',
  sourceExternalId: 'l.source_external_id',
  title: 'l.title',
  description: 'l.description',
  landingUrl: 'l.landing_url',
  provider: 'l.provider',
  image: 'l.image',
  platform: 'l.platform',
  worth: 'l.worth',
  instructions: 'l.instructions',
  endDate: 'l.end_date',
  verified: 'l.verified',
  createdAt: 'l.created_at',
  updatedAt: 'l.updated_at',
  publisherId: 'l.publisher_id',
  publisherNamespace: 'p.namespace',
  publisherCreatedAt: 'p.created_at',
} as const satisfies Record<FeedColumn, string>;
const INSTANTS: ReadonlySet<FeedColumn> = new Set([
  'endDate',
  'createdAt',
  'updatedAt',
  'publisherCreatedAt',
]);

interface FeedDatabase {
  readonly readSql: Sql;
  /** For statements that are planned for their values. */
  readonly searchSql: Sql;
}

/** Reads the feed: one prepared statement per shape of query (hot path: `feed-…`). */
export function createFeedStore({ searchSql, readSql }: FeedDatabase): FeedStore {
  const statements = new Map<string, Statement>();
  const connectionFor = (filter: FeedFilter) => (dependsOnValues(filter) ? searchSql : readSql);
  return {
    async page(query, columns) {
      const shape = `feed-${shapeOf(query)}-${columns.map(bit).join('')}`;
      let statement = statements.get(shape);
      if (statement === undefined) {
        const prepare = statements.size < MOST_PREPARED && !dependsOnValues(query.filter);
        statement = { name: prepare ? `feed-${statements.size}` : '', text: pageText(query, columns) };
        if (prepare) statements.set(shape, statement);
      }
      const rows = await connectionFor(query.filter).query(statement, pageValues(query));
      const read = readerOf(columns);
      return toPage(rows.map(read), query.page);
    },
    async count(filter) {
      const [row] = await connectionFor(filter).query(
        { name: '', text: `select count(*) from listing l where ${conditions(filter, numbered())}` },
        filterValues(filter),
      );
      return Number(row?.[0]);
    },
  };
}

// Shapes multiply by the columns asked for; a connection keeps this many prepared and no more.
const MOST_PREPARED = 400;

// How many listings a word or a list of names matches differs widely: such a statement is planned for its values.
function dependsOnValues({ terms, platforms, providers }: FeedFilter): boolean {
  return terms !== undefined || isList(platforms) || isList(providers);
}

const isList = (names: readonly string[] | undefined) => names !== undefined && names.length !== 1;

function shapeOf({ order, filter, page }: FeedQuery): string {
  const flags = [
    isList(filter.platforms) ? filter.platforms : undefined,
    isList(filter.providers) ? filter.providers : undefined,
    filter.platforms,
    filter.providers,
    filter.terms,
    filter.endsBefore,
    filter.endsAfter,
    filter.notEndedAt,
    page.after,
    page.before,
  ];
  return `${order}${page.backward ? '-last' : ''}-${String(filter.verified)}-${flags.map((flag) => (flag === undefined ? 0 : 1)).join('')}`;
}

const bits = Object.fromEntries(Object.keys(COLUMNS).map((column, index) => [column, index.toString(36)]));
const bit = (column: FeedColumn): string | undefined => bits[column];

const numbered = () => {
  let count = 0;
  return () => `$${(count += 1)}`;
};

// The literals 'published', true and false stand in the text so that partial indexes serve a generic plan.
function conditions(filter: FeedFilter, next: () => string): string {
  const parts = [`l.status = 'published'`];
  const oneOf = (names: readonly string[]) => (isList(names) ? `any(${next()}::text[])` : next());
  if (filter.platforms) parts.push(`l.platform = ${oneOf(filter.platforms)}`);
  if (filter.providers) parts.push(`l.provider = ${oneOf(filter.providers)}`);
  if (filter.terms) parts.push(`l.search @@ ${next()}::tsquery`);
  if (filter.endsBefore) parts.push(`l.end_date < ${next()}::timestamptz`);
  if (filter.endsAfter) parts.push(`l.end_date > ${next()}::timestamptz`);
  if (filter.notEndedAt) parts.push(`l.ends_at > ${next()}::timestamptz`);
  if (filter.verified !== undefined) parts.push(`l.verified = ${filter.verified}`);
  return parts.join(' and ');
}

function filterValues({
  platforms,
  providers,
  terms,
  endsBefore,
  endsAfter,
  notEndedAt,
}: FeedFilter): unknown[] {
  const values: unknown[] = [];
  for (const names of [platforms, providers]) if (names) values.push(isList(names) ? names : names[0]);
  if (terms) values.push(toTsquery(terms));
  for (const instant of [endsBefore, endsAfter, notEndedAt]) if (instant) values.push(instant.toISOString());
  return values;
}

/** Each term as a prefix, all of them required; words hold no quote or backslash. */
function toTsquery(terms: readonly string[]): string {
  return terms.map((term) => `'${term}':*`).join(' & ');
}

function pageText({ order, filter, page }: FeedQuery, columns: readonly FeedColumn[]): string {
  const { column, descending } = SORT[order];
  const next = numbered();
  const where = [conditions(filter, next)];
  const [later, earlier] = descending ? ['<', '>'] : ['>', '<'];
  if (page.after) where.push(`(${column}, l.id) ${later} (${next()}::timestamptz, ${next()}::text)`);
  if (page.before) where.push(`(${column}, l.id) ${earlier} (${next()}::timestamptz, ${next()}::text)`);
  const direction = descending === page.backward ? 'asc' : 'desc';
  const joined = columns.some((name) => COLUMNS[name].startsWith('p.'));
  return `
    select ${[...columns.map((name) => COLUMNS[name]), column, 'l.id'].join(', ')}
    from listing l ${joined ? 'left join publisher p on p.id = l.publisher_id' : ''}
    where ${where.join(' and ')}
    order by ${column} ${direction}, l.id ${direction}
    limit ${next()}`;
}

function pageValues({ filter, page }: FeedQuery): unknown[] {
  const values = filterValues(filter);
  for (const position of [page.after, page.before]) if (position) values.push(position.key, position.id);
  values.push(page.size + 1);
  return values;
}

function readerOf(columns: readonly FeedColumn[]): (row: TextRow) => FeedRow {
  const places = columns.flatMap((column, place) => (INSTANTS.has(column) ? [place] : []));
  return (row) => {
    const read = [...row];
    for (const place of places) if (read[place] !== null) read[place] = toIsoInstant(String(read[place]));
    const key = String(read[columns.length]);
    read[columns.length] = key === 'infinity' ? key : toIsoInstant(key);
    return read;
  };
}
