import { LISTING_COLUMNS, type FeedRow, type ListingColumn } from '../../../core/feed/feed-store.ts';
import { readFacts } from '../../../core/listings/facts/fact-words.ts';
import { toShownPicture } from '../../../core/pictures/picture.ts';
import { toAtom } from './atom.ts';
import { EXTENSION_TEXTS } from './extension-texts.ts';
import { hubOf } from './hub.ts';

/** A feed document with its media type. */
export interface FeedDocument {
  readonly contentType: string;
  readonly body: string;
}

/** A page of the feed with its addresses. */
export interface ShownPage {
  /** The URL of this document, which decides its format. */
  readonly own: string;
  /** The URL of the next page; undefined for the last page. */
  readonly next: string | undefined;
  /** The address of the site. */
  readonly home: string;
  /** Rows of ENTRY_COLUMNS. */
  readonly rows: readonly FeedRow[];
}

export const FEED_TITLE = 'Giveaways';
/** The columns of an entry. */
export const ENTRY_COLUMNS = [...LISTING_COLUMNS, 'picture'] as const;

/** A page of the feed as Atom (RFC 4287) or JSON Feed 1.1. */
export function toFeedPage({ own, next, home, rows }: ShownPage): FeedDocument {
  const hub = hubOf(own, home);
  if (new URL(own).pathname.endsWith('.json')) return toJsonFeed({ own, next, home, rows }, hub);
  return {
    contentType: 'application/atom+xml; charset=utf-8',
    body: toAtom({ title: FEED_TITLE, own, next, hub, home, entries: rows.map(reader) }),
  };
}

function toJsonFeed({ own, next, home, rows }: ShownPage, hub: string | undefined): FeedDocument {
  const items = rows.map((row) => {
    const value = reader(row);
    const picture = toShownPicture(String(row[LISTING_COLUMNS.length] ?? ''));
    const image = picture === undefined ? value('image') : home + picture.large;
    return {
      id: value('id'),
      url: value('landingUrl'),
      title: value('title'),
      content_text: value('description'),
      ...(image !== '' && { image }),
      date_published: value('createdAt'),
      date_modified: value('updatedAt'),
      authors: [{ name: value('provider') }],
      tags: [value('platform')],
      _giveaway: {
        ...Object.fromEntries(EXTENSION_TEXTS.map((name) => [name, value(name)])),
        endDate: row[LISTING_COLUMNS.indexOf('endDate')] ?? null,
        ...readFacts(row[LISTING_COLUMNS.indexOf('facts')]),
        verified: row[LISTING_COLUMNS.indexOf('verified')] === true,
      },
    };
  });
  return {
    contentType: 'application/feed+json; charset=utf-8',
    body: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: FEED_TITLE,
      home_page_url: home,
      feed_url: own,
      ...(next !== undefined && { next_url: next }),
      ...(hub !== undefined && { hubs: [{ type: 'WebSub', url: hub }] }),
      items,
    }),
  };
}

function reader(row: FeedRow): (column: ListingColumn) => string {
  return (column) => String(row[LISTING_COLUMNS.indexOf(column)] ?? '');
}
