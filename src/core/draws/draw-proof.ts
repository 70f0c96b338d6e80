import { z } from 'zod';
import { isGiveawayId } from '../giveaways/giveaway-id.ts';
import type { RoundFinder } from '../rounds/round.ts';

const input = z.object({ giveaway: z.string(), round: z.int() });

/** The draw of a round, by the id of the giveaway and the index of the round. */
export const drawProof = {
  permission: 'public',
  input,

  execute: <Found>(
    finder: RoundFinder<Found>,
    { giveaway, round }: z.output<typeof input>,
  ): Found | undefined =>
    isGiveawayId(giveaway) ? finder.round({ giveawayId: giveaway, index: round }) : undefined,
} as const;
