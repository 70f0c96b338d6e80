import { describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { MOST_EVENTS } from '../../../src/core/feed/feed-calendar.ts';
import { draft } from '../../support/listings.ts';
import { gateway, HOME, key, newPlatform, publish, read, useDocumentsGateway } from './documents-gateway.ts';

useDocumentsGateway();

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
const calendarOf = async (query: string) => eventsOf((await read(`/feed.ics?${query}`)).text);
const valuesOf = (event: ICAL.Component | undefined, ...names: readonly string[]) =>
  names.map((name) => String(event?.getFirstPropertyValue(name)));

describe('/feed.ics', () => {
  it('is a calendar with an event at the end of each listing, the first to end first', async () => {
    const platform = newPlatform();
    const late = await publish({ platform, endDate: '2031-05-05T05:05:05Z', title: 'Late' });
    const soon = await publish({ platform, endDate: '2030-01-02T02:04:05Z', title: 'Soon' });
    await publish({ platform, title: 'Without an end' });

    const { status, headers, text } = await read(`/feed.ics?platforms=${platform}`);

    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*\r\nEND:VCALENDAR\r\n$/);
    const events = eventsOf(text);
    expect(events.map((event) => valuesOf(event, 'uid', 'summary', 'dtstart', 'url'))).toEqual([
      [`urn:giveaway:${soon.id}`, 'Soon', '2030-01-02T02:04:05Z', `${HOME}/listings/${soon.id}`],
      [`urn:giveaway:${late.id}`, 'Late', '2031-05-05T05:05:05Z', `${HOME}/listings/${late.id}`],
    ]);
    expect(valuesOf(events[0], 'description', 'categories', 'transp')).toEqual([
      `${soon.description}\n\n${soon.landingUrl}`,
      platform,
      'TRANSPARENT',
    ]);
  });

  it('keeps the UID of a changed listing, and raises its SEQUENCE', async () => {
    const fields = { platform: newPlatform(), sourceExternalId: newPlatform() };
    const publishEnd = async (endDate: string) => {
      const { body } = await gateway.publish(key, draft({ ...fields, endDate }));
      const [event] = await calendarOf(`platforms=${fields.platform}`);
      return {
        listing: body.listing,
        values: valuesOf(event, 'uid', 'dtstart', 'last-modified', 'dtstamp'),
        sequence: Number(event?.getFirstPropertyValue('sequence')),
      };
    };
    const first = await publishEnd('2030-01-01T00:00:00Z');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await publishEnd('2030-02-02T00:00:00Z');

    const seconds = (instant: string) => instant.replace(/\.\d+Z$/, 'Z');
    for (const { listing, values } of [first, second])
      expect(values).toEqual([
        `urn:giveaway:${first.listing.id}`,
        seconds(listing.endDate),
        seconds(listing.updatedAt),
        seconds(listing.updatedAt),
      ]);
    expect(first.sequence).toBe(0);
    expect(second.sequence).toBeGreaterThan(0);
  });

  it.each([
    ['punctuation', 'a,b;c\\d:e "f" \\n g'],
    ['line breaks', 'one\ntwo\n\nBEGIN:VEVENT\nEND:VCALENDAR'],
    ['emoji', '🎁👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(9)],
    ['Chinese', '抽奖活动，截止到月底；欢迎参加。'.repeat(12)],
    ['a mixture', 'aé抽🎁'.repeat(50)],
  ])('keeps %s, in lines of at most 75 octets', async (_what, text) => {
    const platform = newPlatform();
    const listing = await publish({
      platform,
      endDate: '2030-01-01T00:00:00Z',
      title: Array.from(text).slice(0, 80).join(''),
      description: text,
    });
    const response = await read(`/feed.ics?platforms=${platform}`);
    for (const line of response.text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
    }
    const events = eventsOf(response.text);
    expect(events.map((event) => valuesOf(event, 'summary', 'description'))).toEqual([
      [listing.title, `${text}\n\n${listing.landingUrl}`],
    ]);
  });

  it('shortens a long description between characters', async () => {
    const platform = newPlatform();
    const description = '🎁'.repeat(301);
    const { landingUrl } = await publish({ platform, endDate: '2030-01-01T00:00:00Z', description });
    const [event] = await calendarOf(`platforms=${platform}`);
    expect(valuesOf(event, 'description')).toEqual([`${'🎁'.repeat(300)}…\n\n${landingUrl}`]);
  });

  it('leaves out control characters', async () => {
    const platform = newPlatform();
    await publish({ platform, endDate: '2030-01-01T00:00:00Z', title: 'a\u0007b\u001bc\u0085d' });
    const [event] = await calendarOf(`platforms=${platform}`);
    expect(valuesOf(event, 'summary')).toEqual(['abcd']);
  });

  it('has listings that have ended only when they are requested', async () => {
    const platform = newPlatform();
    await publish({ platform, endDate: '0099-01-02T03:04:05Z' });
    expect(await calendarOf(`platforms=${platform}`)).toEqual([]);
    const { text } = await read(`/feed.ics?platforms=${platform}&includeEnded=true`);
    expect(text).toContain('\r\nDTSTART:00990102T030405Z\r\n');
  });

  it('has the filters of the feed', async () => {
    const platform = newPlatform();
    for (const month of ['01', '02', '03'])
      await publish({ platform, endDate: `2030-${month}-01T00:00:00Z`, title: `Lantern ${month}` });
    const query = `platforms=${platform}&endsAfter=2030-01-15T00:00:00Z&endsBefore=2030-02-15T00:00:00Z`;
    expect((await calendarOf(query)).map((event) => valuesOf(event, 'summary'))).toEqual([['Lantern 02']]);
    const found = await calendarOf(`platforms=${platform}&search=lantern`);
    expect(found).toHaveLength(3);
  });

  it('has a limited number of events', async () => {
    const platform = newPlatform();
    const start = Date.parse('2030-01-01T00:00:00Z');
    const published = Array.from({ length: MOST_EVENTS + 3 }, (_, index) => {
      const endDate = new Date(start + index * 60_000).toISOString().replace('.000', '');
      return publish({ platform, endDate, title: `${index}` });
    });
    await Promise.all(published);
    const events = await calendarOf(`platforms=${platform}`);
    expect(events).toHaveLength(MOST_EVENTS);
    expect(valuesOf(events.at(-1), 'summary')).toEqual([`${MOST_EVENTS - 1}`]);
  }, 120_000);

  it.each(['first=5', 'after=x', 'orderBy=NEWEST', 'verified=perhaps', 'endsAfter=soon', 'colour=red'])(
    'is refused with %s',
    async (query) => expect((await read(`/feed.ics?${query}`)).status).toBe(400),
  );
});
