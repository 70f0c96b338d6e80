import { closesAt, openedRounds, type Schedule } from './schedule.ts';

/** How many rounds have closed at `now` (Unix milliseconds): all that have opened, except the one that is still open. */
export function closedRounds(schedule: Schedule, now: number): number {
  const opened = openedRounds(schedule, now);
  const closes = closesAt(schedule, opened - 1);
  return closes !== undefined && closes <= now ? opened : opened - 1;
}
