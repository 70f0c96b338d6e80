import { z } from 'zod';
import { isGiveawayId } from './giveaway-id.ts';

/** Finds a giveaway by its id. */
export interface GiveawayFinder<Found> {
  giveaway(id: string): Found;
}

/** A giveaway by its id. */
export const giveaway = {
  permission: 'public',
  input: z.object({ id: z.string() }),

  execute: <Found>(finder: GiveawayFinder<Found>, { id }: { readonly id: string }): Found | undefined =>
    isGiveawayId(id) ? finder.giveaway(id) : undefined,
} as const;
