const DAY_MS = 86_400_000;

/** When the rounds of a giveaway open and close (decision: rounds). Instants in milliseconds since the epoch. */
export interface Schedule {
  /** Where round 0 opens. */
  readonly startsAt: number;
  /** Where the whole giveaway ends; undefined never. */
  readonly endsAt: number | undefined;
  /** From one round to the next; 0 for a giveaway of one round. */
  readonly everyDays: number;
  /** How long each round is open; 0 for a giveaway of one round. */
  readonly activeDays: number;
}

/** The last instant that is shown: RFC 3339 has years of four digits. */
export const LATEST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);
/** The highest index that a round can have (Int of GraphQL). */
export const HIGHEST_ROUND = 2_147_483_647;

/** Where a round opens. */
export function opensAt({ startsAt, everyDays }: Schedule, index: number): number {
  return startsAt + index * everyDays * DAY_MS;
}

/** Where a round closes, undefined never: after its active days, or where the giveaway ends before. */
export function closesAt(schedule: Schedule, index: number): number | undefined {
  const { everyDays, activeDays, endsAt } = schedule;
  if (everyDays === 0) return endsAt;
  const closes = Math.min(opensAt(schedule, index) + activeDays * DAY_MS, LATEST_INSTANT);
  return endsAt === undefined ? closes : Math.min(closes, endsAt);
}

/** Whether a round of this index ever opens: none does at or after the end. */
export function hasRound(schedule: Schedule, index: number): boolean {
  const { everyDays, endsAt } = schedule;
  if (index < 0 || index > HIGHEST_ROUND) return false;
  if (everyDays === 0) return index === 0;
  const opens = opensAt(schedule, index);
  return opens <= LATEST_INSTANT && (endsAt === undefined || opens < endsAt);
}

/** How many rounds have opened up to `now`; at least 1, since the first one is always there to be seen. */
export function openedRounds({ startsAt, endsAt, everyDays }: Schedule, now: number): number {
  if (everyDays === 0 || now <= startsAt) return 1;
  // The last millisecond before the end is the latest at which a round can have opened.
  const latest = Math.min(now, endsAt === undefined ? LATEST_INSTANT : endsAt - 1);
  return Math.max(1, Math.floor((latest - startsAt) / (everyDays * DAY_MS)) + 1);
}

/** When the last round closes; undefined when there is always another one, or when the one never closes. */
export function lastClose(schedule: Schedule): number | undefined {
  const { endsAt } = schedule;
  return endsAt === undefined ? undefined : closesAt(schedule, openedRounds(schedule, endsAt) - 1);
}

/** The round that can be entered at `now`, or else the next one that opens; without one, the last that was open. */
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
