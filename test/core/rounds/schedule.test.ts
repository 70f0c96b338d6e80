import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roundStateAt } from '../../../src/core/rounds/round-state.ts';
import { toRoundWindow } from '../../../src/core/rounds/round-window.ts';
import {
  closesAt,
  hasRound,
  lastClose,
  openedRounds,
  openRound,
  roundToEnter,
  opensAt,
  type Schedule,
} from '../../../src/core/rounds/schedule.ts';

const DAY = 86_400_000;
const at = (text: string) => Date.parse(text);
const START = at('2026-01-01T00:00:00Z');
const single = (endsAt?: number): Schedule => ({ startsAt: START, endsAt, everyDays: 0, activeDays: 0 });
const rolling = (everyDays: number, activeDays: number, endsAt?: number): Schedule => ({
  startsAt: START,
  endsAt,
  everyDays,
  activeDays,
});

/** Any schedule that the contract accepts, small enough to walk over its rounds one by one. */
const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    every: fc.integer({ min: 0, max: 9 }),
    active: fc.integer({ min: 1, max: 9 }),
    end: fc.option(fc.integer({ min: 1, max: 40 * 24 }), { nil: undefined }),
  })
  .map(({ every, active, end }) => ({
    startsAt: START,
    endsAt: end === undefined ? undefined : START + end * 3_600_000,
    everyDays: every,
    activeDays: every === 0 ? 0 : Math.min(every, active),
  }));
const instants = fc.integer({ min: -3 * 24, max: 60 * 24 }).map((hours) => START + hours * 3_600_000);

/** The rounds one after the other, by the words of the decision. */
function walk(schedule: Schedule): { opens: number; closes: number }[] {
  const { startsAt, endsAt = Number.POSITIVE_INFINITY, everyDays, activeDays } = schedule;
  if (everyDays === 0) return [{ opens: startsAt, closes: endsAt }];
  const rounds: { opens: number; closes: number }[] = [];
  for (let opens = startsAt; opens < Math.min(endsAt, START + 70 * DAY); opens += everyDays * DAY)
    rounds.push({ opens, closes: Math.min(opens + activeDays * DAY, endsAt) });
  return rounds;
}

describe('the schedule of a giveaway', () => {
  it('has the rounds that one comes to by walking over them', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, now) => {
        const rounds = walk(schedule);
        for (const [index, { opens, closes }] of rounds.entries()) {
          expect(hasRound(schedule, index)).toBe(true);
          expect(opensAt(schedule, index)).toBe(opens);
          expect(closesAt(schedule, index) ?? Number.POSITIVE_INFINITY).toBe(closes);
        }
        if (schedule.endsAt !== undefined) expect(hasRound(schedule, rounds.length)).toBe(false);
        const opened = rounds.filter(({ opens }) => opens <= now).length;
        expect(openedRounds(schedule, now)).toBe(Math.max(1, opened));
        const open = rounds.findIndex(({ opens, closes }) => opens <= now && now < closes);
        expect(openRound(schedule, now)).toBe(open === -1 ? undefined : open);
        const toEnter = rounds.findIndex(({ closes }) => now < closes);
        expect(roundToEnter(schedule, now)).toBe(toEnter === -1 ? rounds.length - 1 : toEnter);
        if (schedule.endsAt !== undefined) expect(lastClose(schedule)).toBe(rounds.at(-1)?.closes);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['without an end, never closes', single(), 0, undefined],
    ['closes where it ends', single(START + DAY), 0, START + DAY],
    ['closes a round after its active days', rolling(7, 5), 1, START + 12 * DAY],
    ['cuts the round in which it ends', rolling(7, 5, START + 8 * DAY), 1, START + 8 * DAY],
  ])('%s', (_case, schedule, index, expected) => {
    expect(closesAt(schedule, index)).toBe(expected);
  });

  it.each([
    ['a round of a giveaway of one', single(), 1],
    ['a round before the first', rolling(1, 1), -1],
    ['a round that would open at the end', rolling(7, 7, START + 14 * DAY), 2],
    ['a round beyond the year 9999', rolling(36_500, 1), 100],
    ['a round that no Int can name', rolling(1, 1), 2_147_483_648],
  ])('never has %s', (_case, schedule, index) => {
    expect(hasRound(schedule, index)).toBe(false);
  });

  it('shows no instant beyond the year 9999', () => {
    const late: Schedule = {
      startsAt: at('9999-12-01T00:00:00Z'),
      endsAt: undefined,
      everyDays: 60,
      activeDays: 60,
    };
    expect(closesAt(late, 0)).toBe(at('9999-12-31T23:59:59Z'));
    expect(openedRounds(late, at('9999-12-31T23:59:59Z') + 400 * DAY)).toBe(1);
  });
});

describe('the state of a round', () => {
  const schedule = rolling(7, 5);
  const stateAt = (now: number, total: number, isDecided = false) =>
    roundStateAt(schedule, { index: 1, isDecided, isVoided: false, total }, now);

  it.each([
    ['SCHEDULED before it opens', START + 7 * DAY - 1, 0, 'SCHEDULED'],
    ['OPEN from where it opens', START + 7 * DAY, 0, 'OPEN'],
    ['OPEN until it closes', START + 12 * DAY - 1, 0, 'OPEN'],
    ['VOID from where it closes without entries', START + 12 * DAY, 0, 'VOID'],
    ['CLOSED from where it closes with entries', START + 12 * DAY, 1, 'CLOSED'],
  ])('is %s', (_case, now, total, expected) => {
    expect(stateAt(now, total)).toBe(expected);
  });

  it('is DECIDED with a winner, whatever the time', () => {
    expect(stateAt(START + 30 * DAY, 3, true)).toBe('DECIDED');
  });
});

describe('a page of rounds', () => {
  it('shows what cutting the whole list would', () => {
    const place = fc.option(fc.nat({ max: 12 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.nat({ max: 10 }).map((count) => count + 1),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        place,
        place,
        (count, size, backward, after, before) => {
          const all = Array.from({ length: count }, (_, index) => index).filter(
            (index) => index > (after ?? -1) && index < (before ?? count),
          );
          const cut = backward ? all.slice(-size) : all.slice(0, size);
          const window = toRoundWindow(count, {
            size,
            backward,
            after: after === undefined ? undefined : { key: String(after), id: '' },
            before: before === undefined ? undefined : { key: String(before), id: '' },
          });
          const shown = Array.from(
            { length: Math.max(0, window.to - window.from + 1) },
            (_, index) => window.from + index,
          );
          expect(shown).toEqual(cut);
          const more = all.length > cut.length;
          expect(window).toMatchObject(
            backward
              ? { hasPreviousPage: more, hasNextPage: before !== undefined }
              : { hasNextPage: more, hasPreviousPage: after !== undefined },
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
