import { z } from 'zod';
import { readRoundId, type RoundKey } from './round-id.ts';

/** Finds a round of a giveaway's schedule, also one without any event. */
export interface RoundFinder<Found> {
  round(key: RoundKey): Found;
}

/** A round by its id. */
export const round = {
  permission: 'public',
  input: z.object({ id: z.string() }),

  execute<Found>(finder: RoundFinder<Found>, { id }: { readonly id: string }): Found | undefined {
    const key = readRoundId(id);
    return key && finder.round(key);
  },
} as const;
