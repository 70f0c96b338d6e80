import { beforeAll, describe, expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { giveawayIdOf, giveawayRow, hashOf, insert } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HOME = 'https://giveaways.example.com/base';

const gateway = sharedByTests(() => startGateway({ PUBLIC_URL: HOME }));
beforeAll(() => gateway.onDatabase(seedSummer));

const read = (query = '') => gateway.rest('GET', `/giveaways.ics${query}`);
const eventsOf = async (query = '') =>
  new ICAL.Component(ICAL.parse((await read(query)).text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) =>
      ['uid', 'summary', 'dtstart', 'dtend', 'url'].map((name) =>
        event.getFirstPropertyValue(name)?.toString(),
      ),
    );
const round = (name: keyof typeof SUMMER, index: number, ...rest: readonly (string | undefined)[]) => [
  `urn:giveaway:rnd_${giveawayIdOf(SUMMER[name]).slice(4)}_${index}`,
  ...rest,
  `${HOME}/giveaways/${giveawayIdOf(SUMMER[name])}/rounds/${index}`,
];
const ENDLESS = round('endless', 0, 'summer-6', '2026-01-01T00:00:00Z', undefined);
const LATER = round('later', 0, 'summer-4', '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z');
const CARRIED = [
  round('carried', 6, 'summer-2, round 7', '2026-02-12T00:00:00Z', '2026-02-17T00:00:00Z'),
  round('carried', 7, 'summer-2, round 8', '2026-02-19T00:00:00Z', '2026-02-24T00:00:00Z'),
  round('carried', 8, 'summer-2, round 9', '2026-02-26T00:00:00Z', '2026-03-03T00:00:00Z'),
  round('carried', 9, 'summer-2, round 10', '2026-03-05T00:00:00Z', '2026-03-10T00:00:00Z'),
];

describe('/giveaways.ics', () => {
  it('has the open and the next rounds of all giveaways, with the times of their opening and close', async () => {
    const { status, headers, text } = await read();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*\r\nEND:VCALENDAR\r\n$/);
    expect(await eventsOf()).toEqual([ENDLESS, ...CARRIED, LATER]);
    expect((await read()).text).toBe(text);
  });

  it('has the rounds of one provider', async () => {
    expect(await eventsOf(`?providerKey=${hashOf(7_000).toUpperCase().replace('X', 'x')}`)).toEqual([
      ENDLESS,
      ...CARRIED,
      LATER,
    ]);
    expect(await eventsOf(`?providerKey=${hashOf(7_001)}`)).toEqual([]);
  });

  it.each([
    ['?providerKey=0x1', 'providerKey must be 0x and 64 hexadecimal digits.'],
    ['?provider=x', '"provider" is not a parameter of this request: use providerKey.'],
  ])('refuses %s with what to change', async (query, message) => {
    const { status, body } = await read(query);
    expect([status, body.error.message]).toEqual([400, message]);
  });

  it('has at most four rounds of each of 200 giveaways', async () => {
    const daily = { every_days: 1, active_days: 1, provider_key: hashOf(8_000) };
    const many = { start_time: '2030-01-01T00:00:00Z', ...daily };
    await gateway.onDatabase((em) =>
      insert(
        em,
        'giveaway',
        Array.from({ length: 250 }, (_, index) => giveawayRow(1_000 + index, index < 125 ? daily : many)),
      ),
    );
    expect(await eventsOf(`?providerKey=${hashOf(8_000)}`)).toHaveLength(800);
  });

  it('keeps line breaks and markup of a title inside of its event', async () => {
    const hostile = 'A\r\nEND:VEVENT\r\nX;Y,Z\\ \u0007<b>';
    await gateway.onDatabase(async (em) => {
      await insert(em, 'public_text', [
        { hash: hashOf(5_999), texts: JSON.stringify({ title: hostile, description: '', image: '' }) },
      ]);
      await insert(em, 'giveaway', [
        giveawayRow(9_000, { metadata_hash: hashOf(5_999), provider_key: hashOf(9_000) }),
      ]);
    });
    const events = await eventsOf(`?providerKey=${hashOf(9_000)}`);
    expect(events).toHaveLength(1);
    expect(events[0]?.[1]).toContain('X;Y,Z\\ <b>');
  });
});
