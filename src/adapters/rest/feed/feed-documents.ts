import { z } from 'zod';
import { ANONYMOUS } from '../../../core/access/callers.ts';
import { feedCalendar } from '../../../core/feed/feed-calendar.ts';
import { endsOf, readFeed, type FeedPage } from '../../../core/feed/read-feed.ts';
import { LISTING_COLUMNS, type FeedRow, type ListingColumn } from '../../../core/feed/feed-store.ts';
import { parseInput, run } from '../../../core/use-case.ts';
import type { Ports } from '../../ports/ports.ts';
import { readSitemapPart, readSitemapParts } from '../../../core/feed/sitemap.ts';
import { readQuery } from '../query.ts';
import { toAtom } from './atom.ts';
import { toCalendar } from './calendar.ts';
import { EXTENSION_TEXTS } from './extension-texts.ts';
import { toSitemap, toSitemapIndex } from './sitemap.ts';

/** A feed document with its media type. */
export interface FeedDocument {
  readonly contentType: string;
  readonly body: string;
}

interface FeedDocuments {
  /** The document of a path such as /feed.json?platforms=steam. Throws INVALID_PAYLOAD. */
  read(target: string): Promise<FeedDocument>;
  /** Whether the document of a path is a large page or a search, which other requests should not wait for. */
  isCostly(target: string): boolean;
}

/**
 * The public feed as JSON Feed 1.1, Atom (RFC 4287) and iCalendar (RFC 5545). The filters of the GraphQL feed are its
 * parameters.
 */
export function createFeedDocuments(ports: Pick<Ports, 'feed' | 'clock'>, publicUrl: string): FeedDocuments {
  return {
    isCostly(target) {
      const { pathname, searchParams: query } = new URL(target, publicUrl);
      return (
        pathname.startsWith('/sitemap') ||
        pathname === CALENDAR ||
        query.has('search') ||
        ['first', 'last'].some((name) => Number(query.get(name)) > MAX_CHEAP_PAGE)
      );
    },
    async read(target) {
      const url = new URL(target, publicUrl);
      if (url.pathname === SITEMAP_INDEX) {
        readQuery({ url: target }, []);
        const parts = await readSitemapParts(ports);
        const first = `${publicUrl}${SITEMAP_PART}`;
        return toXmlDocument(
          toSitemapIndex(parts.map((after) => (after === undefined ? first : `${first}?after=${after}`))),
        );
      }
      if (url.pathname === SITEMAP_PART) {
        const { after } = readQuery({ url: target }, ['after']);
        const { entries } = await readSitemapPart(ports, after);
        return toXmlDocument(toSitemap(publicUrl, entries));
      }
      if (url.pathname === CALENDAR) {
        const { filter } = readFeedArguments(target, []);
        const rows = await run(ports, ANONYMOUS, feedCalendar, { filter });
        return {
          contentType: 'text/calendar; charset=utf-8',
          body: toCalendar({ title: TITLE, home: publicUrl, rows }),
        };
      }
      const input = parseInput(readFeed.input, readFeedArguments(target, PAGE_PARAMETERS));
      const page = await readFeed.execute(ports, input, LISTING_COLUMNS);
      const own = `${publicUrl}${url.pathname}${url.search}`;
      const next = page.hasNextPage ? nextUrl(own, page) : undefined;
      if (url.pathname !== '/feed.atom') return toJsonFeed(page, own, next, publicUrl);
      const entries = page.items.map(reader);
      return {
        contentType: 'application/atom+xml; charset=utf-8',
        body: toAtom({ title: TITLE, own, next, home: publicUrl, entries }),
      };
    },
  };
}

/** The index of sitemaps, which robots.txt names. */
export const SITEMAP_INDEX = '/sitemap.xml';
export const SITEMAP_PART = '/sitemaps/listings.xml';

/** The ends of listings as a calendar. */
export const CALENDAR = '/feed.ics';

const toXmlDocument = (body: string): FeedDocument => ({
  contentType: 'application/xml; charset=utf-8',
  body,
});

const MAX_CHEAP_PAGE = 50;
const TITLE = 'Giveaways';

function toJsonFeed(page: FeedPage, own: string, next: string | undefined, home: string): FeedDocument {
  const items = page.items.map((row) => {
    const value = reader(row);
    return {
      id: value('id'),
      url: value('landingUrl'),
      title: value('title'),
      content_text: value('description'),
      ...(value('image') !== '' && { image: value('image') }),
      date_published: value('createdAt'),
      date_modified: value('updatedAt'),
      authors: [{ name: value('provider') }],
      tags: [value('platform')],
      _giveaway: {
        ...Object.fromEntries(EXTENSION_TEXTS.map((name) => [name, value(name)])),
        endDate: row[LISTING_COLUMNS.indexOf('endDate')] ?? null,
        verified: row[LISTING_COLUMNS.indexOf('verified')] === true,
      },
    };
  });
  return {
    contentType: 'application/feed+json; charset=utf-8',
    body: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: TITLE,
      home_page_url: home,
      feed_url: own,
      ...(next !== undefined && { next_url: next }),
      items,
    }),
  };
}

function reader(row: FeedRow): (column: ListingColumn) => string {
  return (column) => String(row[LISTING_COLUMNS.indexOf(column)] ?? '');
}

function nextUrl(own: string, page: FeedPage): string {
  const url = new URL(own);
  const { startCursor, endCursor } = endsOf(page);
  if (page.query.page.backward) {
    for (const name of ['last', 'before']) url.searchParams.delete(name);
    url.searchParams.set('first', String(page.query.page.size));
  }
  // A page read backwards can stop before it found a listing: the next page begins where it stopped.
  const after = endCursor ?? startCursor;
  if (after !== null) url.searchParams.set('after', after);
  return url.href;
}

const PAGE_PARAMETERS = ['first', 'after', 'last', 'before', 'orderBy'] as const;
const FILTER_PARAMETERS = ['verified', 'search', 'endsBefore', 'endsAfter', 'includeEnded'] as const;

/**
 * The arguments of a feed in the query of a target; `names` are the parameters that it may have besides the filters. Values that
 * cannot be converted are passed on unchanged: the schema of the core refuses them with a message.
 */
export function readFeedArguments(
  target: string,
  names: readonly (typeof PAGE_PARAMETERS)[number][],
): Record<string, unknown> {
  const mark = target.indexOf('?');
  const parameters = new URLSearchParams(mark === -1 ? '' : target.slice(mark));
  const single: Readonly<Record<string, string | undefined>> = readQuery(
    { url: target },
    [...names, ...FILTER_PARAMETERS],
    ['platforms', 'providers'],
  );
  const many = (name: string) => (parameters.has(name) ? parameters.getAll(name) : undefined);
  return {
    first: toNumber(single['first']),
    after: single['after'],
    last: toNumber(single['last']),
    before: single['before'],
    orderBy: single['orderBy'],
    filter: {
      platforms: many('platforms')?.flatMap((value) => value.split(',')),
      providers: many('providers'),
      verified: toFlag(single['verified']),
      search: single['search'],
      endsBefore: toInstant(single['endsBefore']),
      endsAfter: toInstant(single['endsAfter']),
      includeEnded: toFlag(single['includeEnded']),
    },
  };
}

function toNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function toFlag(text: string | undefined): boolean | string | undefined {
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

const rfc3339 = z.iso.datetime({ offset: true });

function toInstant(text: string | undefined): Date | string | undefined {
  return rfc3339.safeParse(text).success ? new Date(String(text)) : text;
}
