import { LATEST_INSTANT } from '../values/instants.ts';

const DAY_MS = 86_400_000;

/** When the rounds of a giveaway open and close (decision: rounds). Instants are Unix milliseconds. */
export interface Schedule {
  /** When round 0 opens. */
  readonly startsAt: number;
  /** When the giveaway ends; undefined for never. */
  readonly endsAt: number | undefined;
  /** Days from the opening of one round to that of the next; 0 for a giveaway of one round. */
  readonly everyDays: number;
  /** Days that each round is open; 0 for a giveaway of one round. */
  readonly activeDays: number;
}

/** The highest index of a round (the largest Int of GraphQL). */
export const HIGHEST_ROUND = 2_147_483_647;

/** When a round opens. */
export function opensAt({ startsAt, everyDays }: Schedule, index: number): number {
  return startsAt + index * everyDays * DAY_MS;
}

/** When a round closes: after its active days, or at the end of the giveaway if that is earlier; undefined for never. */
export function closesAt(schedule: Schedule, index: number): number | undefined {
  const { everyDays, activeDays, endsAt } = schedule;
  if (everyDays === 0) return endsAt;
  const closes = Math.min(opensAt(schedule, index) + activeDays * DAY_MS, LATEST_INSTANT);
  return endsAt === undefined ? closes : Math.min(closes, endsAt);
}

/** Whether the giveaway ever has a round of this index: no round opens at or after the end. */
export function hasRound(schedule: Schedule, index: number): boolean {
  const { everyDays, endsAt } = schedule;
  if (index < 0 || index > HIGHEST_ROUND) return false;
  if (everyDays === 0) return index === 0;
  const opens = opensAt(schedule, index);
  return opens <= LATEST_INSTANT && (endsAt === undefined || opens < endsAt);
}

/** How many rounds have opened until `now`; at least 1, because the first round is always shown. */
export function openedRounds({ startsAt, endsAt, everyDays }: Schedule, now: number): number {
  if (everyDays === 0 || now <= startsAt) return 1;
  // The last millisecond before the end is the latest at which a round can have opened.
  const latest = Math.min(now, endsAt === undefined ? LATEST_INSTANT : endsAt - 1);
  return Math.max(1, Math.floor((latest - startsAt) / (everyDays * DAY_MS)) + 1);
}

/** How many rounds have closed at `now` (Unix milliseconds): all that have opened, except the one that is still open. */
export function closedRounds(schedule: Schedule, now: number): number {
  const opened = openedRounds(schedule, now);
  const closes = closesAt(schedule, opened - 1);
  return closes !== undefined && closes <= now ? opened : opened - 1;
}

/** When the last round closes; undefined when rounds repeat without end, or when the only round never closes. */
export function lastClose(schedule: Schedule): number | undefined {
  const { endsAt } = schedule;
  return endsAt === undefined ? undefined : closesAt(schedule, openedRounds(schedule, endsAt) - 1);
}

/** The round that is open at `now`, else the next one to open, else the last one. */
export function roundToEnter(schedule: Schedule, now: number): number {
  if (now < schedule.startsAt) return 0;
  const latest = openedRounds(schedule, now) - 1;
  const closes = closesAt(schedule, latest);
  const isOpen = closes === undefined || now < closes;
  return isOpen || !hasRound(schedule, latest + 1) ? latest : latest + 1;
}

/** The round that is open at `now`; undefined before the start, between two rounds and after the end. */
export function openRound(schedule: Schedule, now: number): number | undefined {
  if (now < schedule.startsAt || (schedule.endsAt !== undefined && now >= schedule.endsAt)) return undefined;
  const index = openedRounds(schedule, now) - 1;
  const closes = closesAt(schedule, index);
  return closes === undefined || now < closes ? index : undefined;
}
