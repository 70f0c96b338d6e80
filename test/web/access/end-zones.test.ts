import { describe, expect, it } from '@jest/globals';
import { instantIn, zoneNames } from '../../../web/areas/access/zones.ts';

describe('A date and a time in a zone', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T01:59:59', '2027-03-28T00:59:59.000Z', 'before summer time'],
    ['Europe/Berlin', '2027-03-28T02:30:00', '2027-03-28T01:30:00.000Z', 'which the clock skips'],
    ['Europe/Berlin', '2027-03-28T03:00:00', '2027-03-28T01:00:00.000Z', 'after the change'],
    ['Europe/Berlin', '2027-10-31T02:30:00', '2027-10-31T00:30:00.000Z', 'which the clock shows twice'],
    ['America/New_York', '2027-11-07T01:30:00', '2027-11-07T05:30:00.000Z', 'which the clock shows twice'],
    ['America/New_York', '2027-11-07T02:00:00', '2027-11-07T07:00:00.000Z', 'after summer time'],
    ['Australia/Lord_Howe', '2027-04-04T01:45:00', '2027-04-03T14:45:00.000Z', 'in a half hour twice'],
    ['Asia/Kathmandu', '2027-01-01T00:00:00', '2026-12-31T18:15:00.000Z', 'with quarters of an hour'],
    ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00.000Z', 'on a day that was skipped'],
    ['utc', '2027-01-01T00:00:00', '2027-01-01T00:00:00.000Z', 'in UTC'],
  ])('a time in %s, %s is %s: %s', (zone, local, instant) => {
    expect(instantIn(zone, local)?.toISOString()).toBe(instant);
  });

  it.each([
    ['Europe/Atlantis', '2027-01-01T00:00:00'],
    ['', '2027-01-01T00:00:00'],
    ['Europe/Berlin', '2027-02-30T00:00:00'],
    ['Europe/Berlin', '2027-01-01T24:00:00'],
    ['Europe/Berlin', '2027-13-01T00:00:00'],
  ])('a time is unknown in %s at %s', (zone, local) => {
    expect(instantIn(zone, local)).toBeUndefined();
  });

  it('has UTC first among the zones, and each zone once', () => {
    const names = zoneNames('Europe/Berlin');
    expect(names[0]).toBe('UTC');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('Europe/Berlin');
    expect(zoneNames('Mars/Base').at(-1)).toBe('Mars/Base');
  });
});
