import { FEED_COLUMNS, type FeedColumn, type FeedRow } from '../../../core/feed/feed-store.ts';
import { toIsoInstant, type TextRow } from '../connection/sql.ts';
import { toColumn } from '../connection/to-column.ts';
import { shownPicture } from '../listings/shown-picture.ts';

const COLUMNS: Readonly<Record<FeedColumn, string>> = {
  ...(Object.fromEntries(FEED_COLUMNS.map((name) => [name, `l.${toColumn(name)}`])) as Record<
    FeedColumn,
    string
  >),
  picture: shownPicture('l'),
  publisherNamespace: 'p.namespace',
  publisherCreatedAt: 'p.created_at',
  publisherName: 'p.display_name',
  publisherText: 'p.profile_text',
  publisherDomain: 'case when p.domain_proven_at is not null then p.domain end',
  publisherDomainProvenAt: 'p.domain_proven_at',
  publisherDomainCheckedAt: 'p.domain_checked_at',
  publisherLinks: "to_json(coalesce(p.links, '{}'))::text",
};
const INSTANTS: ReadonlySet<FeedColumn> = new Set([
  'endDate',
  'createdAt',
  'updatedAt',
  'publisherCreatedAt',
  'publisherDomainProvenAt',
  'publisherDomainCheckedAt',
]);

/** The columns as SQL, and the join that they need beside the listing `l`. */
export function selectText(columns: readonly FeedColumn[]): { readonly list: string; readonly join: string } {
  const names = columns.map((name) => COLUMNS[name]);
  return {
    list: names.map((name) => `${name}, `).join(''),
    join: names.some((name) => /\bp\./.test(name)) ? 'left join publisher p on p.id = l.publisher_id' : '',
  };
}

/** Maps rows of these columns, the sort key and the id. */
export function readerOf(columns: readonly FeedColumn[]): (row: TextRow) => FeedRow {
  const indexes = columns.flatMap((column, index) => (INSTANTS.has(column) ? [index] : []));
  return (row) => {
    const read = row.slice(0, columns.length + 2);
    for (const index of indexes) if (read[index] !== null) read[index] = toIsoInstant(String(read[index]));
    read[columns.length] = readKey(read[columns.length]);
    return read;
  };
}

/** The sort key as text. */
export function readKey(value: string | boolean | null | undefined): string {
  return value === 'infinity' ? value : toIsoInstant(String(value));
}
