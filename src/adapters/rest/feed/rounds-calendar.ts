import ical, { ICalEventTransparency } from 'ical-generator';
import type { CalendarRound } from '../../../core/giveaways/round-calendar.ts';
import { HOUR, withoutControls } from './calendar.ts';

interface RoundsCalendar {
  readonly title: string;
  /** The address of the site. */
  readonly home: string;
  readonly rounds: readonly CalendarRound[];
}

/** Rounds as a calendar (RFC 5545): an event from the opening to the close of each, or at the opening of one that never closes. */
export function toRoundsCalendar({ title, home, rounds }: RoundsCalendar): string {
  const calendar = ical({
    name: title,
    prodId: { company: 'giveaway-gateway', product: 'rounds', language: 'EN' },
    ttl: HOUR,
  });
  for (const { id, giveaway, index, isOnly, opensAt, closesAt } of rounds) {
    const name = withoutControls(giveaway.title);
    calendar.createEvent({
      id: `urn:giveaway:${id}`,
      start: opensAt,
      ...(closesAt !== undefined && { end: closesAt }),
      // The contracts fix the times of rounds when the giveaway is created.
      stamp: giveaway.createdAt,
      created: giveaway.createdAt,
      sequence: 0,
      summary: isOnly ? name : `${name}, round ${index + 1}`,
      url: `${home}/giveaways/${giveaway.id}/rounds/${index}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}
