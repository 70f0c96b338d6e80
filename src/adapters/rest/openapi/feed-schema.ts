import { NO_FACTS } from '../../../core/listings/facts/listing-facts.ts';
import { EXTENSION_TEXTS } from '../feed/extension-texts.ts';
import { factSchemas, listingExample } from './listing-schemas.ts';
import type { JsonSchema } from './openapi.ts';
import { exactly } from './provider/operation-parts.ts';

const text: JsonSchema = { type: 'string' };
const instant: JsonSchema = { type: 'string', format: 'date-time' };

/** One listing in the JSON feed. */
const item: JsonSchema = {
  type: 'object',
  properties: {
    id: text,
    url: { type: 'string', description: "The publisher's entry page." },
    title: text,
    content_text: text,
    image: text,
    date_published: instant,
    date_modified: instant,
    authors: { type: 'array', items: exactly({ name: text }), minItems: 1, maxItems: 1 },
    tags: { type: 'array', items: text, description: 'The platform.' },
    _giveaway: exactly({
      ...Object.fromEntries(EXTENSION_TEXTS.map((name) => [name, text])),
      endDate: { type: ['string', 'null'], format: 'date-time', description: 'Null if no end is known.' },
      ...factSchemas,
      verified: { type: 'boolean', description: 'The badge that only the operator awards.' },
    }),
  },
  required: [
    'id',
    'url',
    'title',
    'content_text',
    'date_published',
    'date_modified',
    'authors',
    'tags',
    '_giveaway',
  ],
  additionalProperties: false,
};

/** JSON Feed 1.1 with additional members of a giveaway. */
export const feedSchema: JsonSchema = {
  type: 'object',
  description: 'A page of the feed (JSON Feed 1.1).',
  properties: {
    version: { type: 'string', const: 'https://jsonfeed.org/version/1.1' },
    title: text,
    home_page_url: { type: 'string', format: 'uri' },
    feed_url: { type: 'string', description: 'The address of this page.' },
    next_url: { type: 'string', description: 'The address of the next page; absent on the last.' },
    hubs: {
      type: 'array',
      items: exactly({ type: { type: 'string', const: 'WebSub' }, url: { type: 'string', format: 'uri' } }),
      description: 'Where to subscribe to this filter; absent on later pages.',
    },
    items: { type: 'array', items: item },
  },
  required: ['version', 'title', 'home_page_url', 'feed_url', 'items'],
  additionalProperties: false,
};

/** A page with one listing. */
export const feedExample = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Giveaways',
  home_page_url: 'https://giveaways.example',
  feed_url: 'https://giveaways.example/feed.json?platforms=steam',
  hubs: [{ type: 'WebSub', url: 'https://giveaways.example/websub' }],
  items: [
    {
      id: listingExample.id,
      url: listingExample.landingUrl,
      title: listingExample.title,
      content_text: listingExample.description,
      image: listingExample.image,
      date_published: listingExample.createdAt,
      date_modified: listingExample.updatedAt,
      authors: [{ name: listingExample.provider }],
      tags: [listingExample.platform],
      _giveaway: {
        ...Object.fromEntries(EXTENSION_TEXTS.map((name) => [name, listingExample[name]])),
        endDate: '2027-08-31T18:00:00.000Z',
        ...NO_FACTS,
        verified: listingExample.verified,
      },
    },
  ],
};

/** The same page as Atom. */
export const atomExample = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>https://giveaways.example/feed.atom</id>
  <title>Giveaways</title>
  <updated>${listingExample.updatedAt}</updated>
  <link rel="self" href="https://giveaways.example/feed.atom"/>
  <link rel="hub" href="https://giveaways.example/websub"/>
  <entry>
    <title type="html"><![CDATA[${listingExample.title}]]></title>
    <id>urn:giveaway:${listingExample.id}</id>
    <link href="${listingExample.landingUrl}"/>
    <updated>${listingExample.updatedAt}</updated>
  </entry>
</feed>
`;

/** The end of the same listing in a calendar. */
export const calendarExample = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//giveaway-gateway//feed//EN',
  'BEGIN:VEVENT',
  `UID:urn:giveaway:${listingExample.id}`,
  'SEQUENCE:0',
  'DTSTAMP:20260801T090000Z',
  'DTSTART:20270831T180000Z',
  `SUMMARY:${listingExample.title}`,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/** A round in a calendar. */
export const roundsCalendarExample = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//giveaway-gateway//rounds//EN',
  'BEGIN:VEVENT',
  `UID:urn:giveaway:rnd_${'1f'.repeat(32)}_2`,
  'SEQUENCE:0',
  'DTSTAMP:20260801T090000Z',
  'DTSTART:20270801T180000Z',
  'DTEND:20270808T180000Z',
  'SUMMARY:Summer\\, round 3',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');
