import { z } from 'zod';
import { requiredInstant } from '../values/instants.ts';
import { optionalText } from '../values/text.ts';

/** The states of a giveaway by its start and end; its rounds have states of their own. */
export const GIVEAWAY_STATES = ['SCHEDULED', 'RUNNING', 'ENDED'] as const;
export type GiveawayState = (typeof GIVEAWAY_STATES)[number];

const end = requiredInstant().nullish();

/** The filter of a list of giveaways. */
export const giveawayFilter = z
  .object({
    state: z.enum(GIVEAWAY_STATES, `must be one of ${GIVEAWAY_STATES.join(', ')}.`).nullish(),
    search: optionalText(200, null),
    endsAfter: end,
    endsBefore: end,
  })
  .nullish();

/** The state of a giveaway at `now`; all instants are Unix milliseconds. */
export function giveawayStateAt(
  { startsAt, endsAt }: { readonly startsAt: number; readonly endsAt: number | undefined },
  now: number,
): GiveawayState {
  if (endsAt !== undefined && now >= endsAt) return 'ENDED';
  return now < startsAt ? 'SCHEDULED' : 'RUNNING';
}
