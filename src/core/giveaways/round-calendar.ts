import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import { MAX_PAGE } from '../values/paging.ts';
import { toRoundId } from '../rounds/round-id.ts';
import { closesAt, hasRound, opensAt, roundToEnter, type Schedule } from '../rounds/schedule.ts';

/** How many rounds of one giveaway a calendar has: the one that is open, else the next, and those after it. */
export const ROUNDS_OF_GIVEAWAY = 4;

/** A giveaway that has not ended. */
export interface ScheduledGiveaway {
  readonly id: string;
  /** Its title, or the provider's own id of it. */
  readonly title: string;
  readonly schedule: Schedule;
  readonly createdAt: Date;
  /** The time of the latest indexed block in Unix milliseconds, which decides whether rounds are open; undefined without one. */
  readonly chainTime: number | undefined;
}

/** Finds giveaways that have not ended. */
export interface GiveawaySchedules {
  /** At most `limit` running ones, the first to end first, and as many that have not started, the first to start first. */
  unfinished(providerKey: string | null, limit: number): Promise<readonly ScheduledGiveaway[]>;
}

/** A round that is open or will open. */
export interface CalendarRound {
  readonly id: string;
  readonly giveaway: Pick<ScheduledGiveaway, 'id' | 'title' | 'createdAt'>;
  readonly index: number;
  /** Whether the giveaway has one round only. */
  readonly isOnly: boolean;
  readonly opensAt: Date;
  /** Undefined for never. */
  readonly closesAt: Date | undefined;
}

/**
 * The open and next rounds of giveaways on the chain, or of those of one provider, the first to open first: at most 4 rounds of each
 * of 200 giveaways. Throws INVALID_PAYLOAD.
 */
export const roundCalendar = defineUseCase({
  permission: 'public',
  input: z.object({
    providerKey: z
      .string()
      .regex(/^0x[\da-f]{64}$/i, 'must be 0x and 64 hexadecimal digits.')
      .transform((key) => key.toLowerCase())
      .nullish()
      .describe('Only rounds of this provider: its key on chain, 0x and 64 hexadecimal digits.'),
  }),

  async execute(
    { clock, giveawaySchedules }: { readonly clock: Clock; readonly giveawaySchedules: GiveawaySchedules },
    _caller,
    { providerKey },
  ): Promise<readonly CalendarRound[]> {
    const now = clock.now().getTime();
    const giveaways = await giveawaySchedules.unfinished(providerKey ?? null, MAX_PAGE);
    const rounds = giveaways.flatMap((giveaway) => roundsOf(giveaway, giveaway.chainTime ?? now));
    return rounds.toSorted((one, other) => one.opensAt.getTime() - other.opensAt.getTime());
  },
});

function roundsOf(giveaway: ScheduledGiveaway, now: number): CalendarRound[] {
  const { id: giveawayId, schedule } = giveaway;
  const first = roundToEnter(schedule, now);
  return Array.from({ length: ROUNDS_OF_GIVEAWAY }, (_, offset) => first + offset)
    .filter((index) => hasRound(schedule, index))
    .map((index) => {
      const closes = closesAt(schedule, index);
      return {
        id: toRoundId(giveawayId, index),
        giveaway,
        index,
        isOnly: schedule.everyDays === 0,
        opensAt: new Date(opensAt(schedule, index)),
        closesAt: closes === undefined ? undefined : new Date(closes),
      };
    });
}
