export const UTC = 'UTC';

const DAY_MS = 86_400_000;

/** The names of the zones that a form offers, UTC first, and another one that was chosen. */
export function zoneNames(chosen: string): readonly string[] {
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== UTC);
  return [UTC, ...names, ...(chosen === UTC || names.includes(chosen) ? [] : [chosen])];
}

/**
 * The instant of a date and a time, written YYYY-MM-DDTHH:MM:SS, in a zone. A time that the clock shows twice is the first one, and
 * one that it skips is as much later as it skips. Undefined for an unknown zone or a date that does not exist.
 */
export function instantIn(zone: string, local: string): Date | undefined {
  const shown = new Date(`${local}Z`);
  if (Number.isNaN(shown.getTime()) || shown.toISOString() !== `${local}.000Z`) return undefined;
  const clock = clockOf(zone);
  if (clock === undefined) return undefined;
  const offsetAt = (time: number) => shownAt(clock, time) - time;
  const [before, after] = [-DAY_MS, DAY_MS].map((distance) => offsetAt(shown.getTime() + distance));
  const candidates = [before, after].map((offset = 0) => shown.getTime() - offset);
  const exact = candidates.find((time) => time + offsetAt(time) === shown.getTime());
  return new Date(exact ?? candidates[0] ?? Number.NaN);
}

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
}

/** What a clock shows at an instant, as if it were UTC. */
function shownAt(clock: Intl.DateTimeFormat, time: number): number {
  const parts = clock.formatToParts(time);
  const [year = 0, month = 1, ...rest] = (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map(
    (type) => Number(parts.find((part) => part.type === type)?.value),
  );
  return Date.UTC(year, month - 1, ...rest);
}
