import ical, { ICalEventTransparency } from 'ical-generator';
import { CALENDAR_COLUMNS } from '../../../core/feed/feed-calendar.ts';
import type { FeedRow } from '../../../core/feed/feed-store.ts';
import { fitsCodePoints } from '../../../core/values/text.ts';

/** How long readers of a calendar wait until they ask for it again, in seconds. */
export const HOUR = 3_600;
/** Of a description, in code points: the page of the listing has the rest, and 500 long ones are megabytes. */
const DESCRIPTION_LIMIT = 300;

interface Calendar {
  readonly title: string;
  /** The address of the site. */
  readonly home: string;
  /** Rows of CALENDAR_COLUMNS. */
  readonly rows: readonly FeedRow[];
}

/** The ends of listings as a calendar (RFC 5545): an event without length at each end. */
export function toCalendar({ title, home, rows }: Calendar): string {
  const calendar = ical({
    name: title,
    prodId: { company: 'giveaway-gateway', product: 'feed', language: 'EN' },
    ttl: HOUR,
  });
  for (const row of rows) {
    const value = readerOf(row);
    const [createdAt, updatedAt] = [new Date(value('createdAt')), new Date(value('updatedAt'))];
    calendar.createEvent({
      id: `urn:giveaway:${value('id')}`,
      start: new Date(value('endDate')),
      // A calendar without METHOD has the time of the last change here (3.8.7.2), so equal contents have equal bytes.
      stamp: updatedAt,
      created: createdAt,
      lastModified: updatedAt,
      sequence: sequenceOf(createdAt, updatedAt),
      summary: value('title'),
      description: [shorten(value('description')), value('landingUrl')]
        .filter((text) => text !== '')
        .join('\n\n'),
      url: `${home}/listings/${value('id')}`,
      categories: [{ name: value('platform') }],
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** The age of the revision in seconds: 0 for a new listing, larger after each change (3.8.7.4). */
function sequenceOf(createdAt: Date, updatedAt: Date): number {
  return Math.max(0, Math.floor((updatedAt.getTime() - createdAt.getTime()) / 1_000));
}

function shorten(text: string): string {
  if (fitsCodePoints(text, DESCRIPTION_LIMIT)) return text;
  return `${Array.from(text.slice(0, 2 * DESCRIPTION_LIMIT))
    .slice(0, DESCRIPTION_LIMIT)
    .join('')}…`;
}

const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** A text as a calendar can have it: without control characters but the tab and line breaks (3.3.11). */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}

function readerOf(row: FeedRow): (column: (typeof CALENDAR_COLUMNS)[number]) => string {
  return (column) => withoutControls(String(row[CALENDAR_COLUMNS.indexOf(column)] ?? ''));
}
