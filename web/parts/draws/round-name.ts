import type { GiveawayCardFragment } from '../../documents/generated.ts';
import type { SiteContext } from '../../site/context.ts';

const DAY_MS = 86_400_000;

type Schedule = Pick<GiveawayCardFragment, 'startTime' | 'endTime' | 'rollingEveryDays'>;

/** The number of a round, with how many there are when the giveaway has several and an end, such as "Round 1 of 3". */
export function roundName(
  { t, format }: Pick<SiteContext, 't' | 'format'>,
  schedule: Schedule,
  index: number,
): string {
  const count = countRounds(schedule);
  return count === undefined
    ? t.giveaways.round(index)
    : t.giveaways.roundOf(index, format.number(Math.max(count, index + 1)));
}

/** A round opens every so many days, until the end. Undefined without an end, and for a giveaway of one round. */
function countRounds({ startTime, endTime, rollingEveryDays: every }: Schedule): number | undefined {
  if (every === 0 || endTime === null) return undefined;
  return Math.ceil((Date.parse(endTime) - Date.parse(startTime)) / (every * DAY_MS));
}
