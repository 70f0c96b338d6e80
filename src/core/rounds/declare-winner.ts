import { z } from 'zod';
import { giveawayId, passportId, roundIndex } from '../operations/fields.ts';
import { defineOperation } from '../operations/perform.ts';
import { requireGiveaway } from '../operations/require-giveaway.ts';
import { pickRound } from './pick-round.ts';

/** Declares the winner of a closed round (interface 3.2). */
export const declareWinner = defineOperation({
  endpoint: 'declare-winner',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, passportId, roundIndex: roundIndex.nullish() }),

  async prepare(ports, work) {
    const { giveawayId, passportId, roundIndex } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    const round = roundIndex ?? (await pickRound(ports, giveaway, 'winner'));
    return {
      call: { kind: 'declare-winner', giveaway, round, passportId },
      facts: { giveawayId, roundIndex: round, passportId },
    };
  },
});
