import { z } from 'zod';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { prepareOnRound } from '../rounds/prepare-on-round.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { namePlace, place, requirePlace } from '../rounds/places.ts';
import { roundIndex } from '../rounds/round-id.ts';
import type { RoundPorts } from '../rounds/take-round.ts';

/** Confirms receipt for the winner, in giveaways whose provider pays the receipt gas (interface 3.2). */
export const confirmReceiptByProvider = defineOperation({
  endpoint: 'confirm-receipt-by-provider',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, roundIndex: roundIndex.nullish(), place }),

  async prepare(ports: GiveawayPorts & RoundPorts, work) {
    const { giveawayId, place } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    await requirePlace(ports, giveaway, place);
    return prepareOnRound(ports, work, { giveaway, need: 'receipt', place }, async (round) => ({
      call: { kind: 'confirm-receipt', giveaway, round, ...namePlace(place) },
      facts: { giveawayId, roundIndex: round, ...namePlace(place) },
    }));
  },
});
