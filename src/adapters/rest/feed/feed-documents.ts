import { ANONYMOUS } from '../../../core/access/callers.ts';
import { feedCalendar } from '../../../core/feed/feed-calendar.ts';
import { endsOf, readFeed, type FeedPage } from '../../../core/feed/read-feed.ts';
import { roundCalendar } from '../../../core/giveaways/round-calendar.ts';
import { parseInput, run } from '../../../core/use-case.ts';
import type { Ports } from '../../ports/ports.ts';
import { readSitemapPart, readSitemapParts } from '../../../core/feed/sitemap.ts';
import { readQuery } from '../query.ts';
import { toCalendar } from './calendar.ts';
import { toRoundsCalendar } from './rounds-calendar.ts';
import { hasScan, PAGE_PARAMETERS, readFeedArguments } from './feed-arguments.ts';
import { ENTRY_COLUMNS, FEED_TITLE, toFeedPage, type FeedDocument } from './feed-page.ts';
import { toSitemap, toSitemapIndex } from './sitemap.ts';

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
export function createFeedDocuments(
  ports: Pick<Ports, 'feed' | 'clock' | 'giveawaySchedules'>,
  publicUrl: string,
): FeedDocuments {
  return {
    isCostly(target) {
      const { pathname, searchParams: query } = new URL(target, publicUrl);
      return (
        pathname.startsWith('/sitemap') ||
        pathname === CALENDAR ||
        pathname === ROUNDS_CALENDAR ||
        hasScan(query) ||
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
        return toCalendarDocument(toCalendar({ title: FEED_TITLE, home: publicUrl, rows }));
      }
      if (url.pathname === ROUNDS_CALENDAR) {
        const query = readQuery({ url: target }, ['providerKey']);
        const rounds = await run(ports, ANONYMOUS, roundCalendar, query);
        return toCalendarDocument(toRoundsCalendar({ title: FEED_TITLE, home: publicUrl, rounds }));
      }
      const input = parseInput(readFeed.input, readFeedArguments(target, PAGE_PARAMETERS));
      const page = await readFeed.execute(ports, input, ENTRY_COLUMNS);
      const own = `${publicUrl}${url.pathname}${url.search}`;
      const next = page.hasNextPage ? nextUrl(own, page) : undefined;
      return toFeedPage({ own, next, home: publicUrl, rows: page.items });
    },
  };
}

/** The index of sitemaps, which robots.txt names. */
export const SITEMAP_INDEX = '/sitemap.xml';
export const SITEMAP_PART = '/sitemaps/listings.xml';

/** The ends of listings as a calendar. */
export const CALENDAR = '/feed.ics';
/** The rounds of giveaways as a calendar. */
export const ROUNDS_CALENDAR = '/giveaways.ics';

const toCalendarDocument = (body: string): FeedDocument => ({
  contentType: 'text/calendar; charset=utf-8',
  body,
});

const toXmlDocument = (body: string): FeedDocument => ({
  contentType: 'application/xml; charset=utf-8',
  body,
});

const MAX_CHEAP_PAGE = 50;

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
