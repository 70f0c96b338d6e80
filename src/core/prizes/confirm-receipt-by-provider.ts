import { z } from 'zod';
import { giveawayId, roundIndex } from '../operations/fields.ts';
import { defineOperation } from '../operations/perform.ts';
import { requireGiveaway } from '../operations/require-giveaway.ts';
import { pickRound } from '../rounds/pick-round.ts';

/** Confirms receipt in the winner's place, where the provider pays for it (interface 3.2). */
export const confirmReceiptByProvider = defineOperation({
  endpoint: 'confirm-receipt-by-provider',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, roundIndex: roundIndex.nullish() }),

  async prepare(ports, work) {
    const { giveawayId, roundIndex } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    const round = roundIndex ?? (await pickRound(ports, giveaway, 'receipt'));
    return {
      call: { kind: 'confirm-receipt', giveaway, round },
      facts: { giveawayId, roundIndex: round },
    };
  },
});
