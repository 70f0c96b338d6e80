import type { Schedule } from '../../../../core/rounds/schedule.ts';
import { reader, type Row, type LevelScope } from './level.ts';

/** The schedule and the time from which the rounds of a giveaway are computed. */
export interface GiveawayTimes {
  readonly schedule: Schedule;
  /** The chain's clock, in milliseconds. */
  readonly now: number;
}

/** Reads the schedule of the giveaway that a row belongs to, and the time of the chain. */
export function timesReader(scope: LevelScope): (row: Row) => GiveawayTimes {
  const startTime = reader(scope, 'giveaway.startTime');
  const endTime = reader(scope, 'giveaway.endTime');
  const everyDays = reader(scope, 'giveaway.everyDays');
  const activeDays = reader(scope, 'giveaway.activeDays');
  const chainTime = reader(scope, 'giveaway.chainTime');
  return (row) => {
    const end = endTime(row) as string | null;
    return {
      schedule: {
        startsAt: Date.parse(String(startTime(row))),
        endsAt: end === null ? undefined : Date.parse(end),
        everyDays: Number(everyDays(row)),
        activeDays: Number(activeDays(row)),
      },
      now: Date.parse(String(chainTime(row))),
    };
  };
}
