import { escapeAttribute, escapeMarkup, escapeXml } from './xml.ts';

/** Reads a column of an entry; the values are plain text. */
type Entry = (column: EntryColumn) => string;
type EntryColumn =
  | 'id'
  | 'title'
  | 'description'
  | 'landingUrl'
  | 'provider'
  | 'platform'
  | 'createdAt'
  | 'updatedAt';

interface AtomFeed {
  readonly title: string;
  /** The URL of this document. */
  readonly own: string;
  /** The URL of the next page; undefined for the last page. */
  readonly next: string | undefined;
  /** The WebSub hub of this address; undefined without one. */
  readonly hub: string | undefined;
  readonly home: string;
  readonly entries: readonly Entry[];
}

/** The feed as an Atom document (RFC 4287), linked to its next page (RFC 5005, section 3). */
export function toAtom({ title, own, next, hub, home, entries }: AtomFeed): string {
  const updated = entries.map((value) => value('updatedAt')).reduce(later, '1970-01-01T00:00:00.000Z');
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeXml(own)}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updated}</updated>`,
    '<generator>giveaway-gateway</generator>',
    `<link rel="alternate" href="${escapeXml(home)}"/>`,
    `<link rel="self" href="${escapeXml(own)}"/>`,
    ...(next === undefined ? [] : [`<link rel="next" href="${escapeXml(next)}"/>`]),
    ...(hub === undefined ? [] : [`<link rel="hub" href="${escapeXml(hub)}"/>`]),
    ...entries.map(toEntry),
    '</feed>',
  ].join('\n');
}

// Titles and summaries have the type html, which all feed readers support, so plain text is escaped as HTML first.
function toEntry(value: Entry): string {
  const text = (column: EntryColumn) => escapeXml(value(column));
  const html = (column: EntryColumn) => escapeXml(escapeMarkup(value(column)));
  return [
    '<entry>',
    `<id>urn:giveaway:${text('id')}</id>`,
    `<title type="html">${html('title')}</title>`,
    `<link rel="alternate" href="${text('landingUrl')}"/>`,
    `<published>${text('createdAt')}</published>`,
    `<updated>${text('updatedAt')}</updated>`,
    `<author><name>${text('provider')}</name></author>`,
    `<category term="${escapeAttribute(value('platform'))}"/>`,
    `<summary type="html">${html('description')}</summary>`,
    '</entry>',
  ].join('\n');
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
