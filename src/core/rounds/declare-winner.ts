import { z } from 'zod';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import { attemptAfterEnd } from './attempt-after-end.ts';
import { prepareOnRound } from './prepare-on-round.ts';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { passportId } from '../passports/passport-id.ts';
import { roundIndex } from './round-id.ts';
import type { RoundPorts } from './take-round.ts';

/** Declares the winner of a closed round, or of its next place (interface 3.2). */
export const declareWinner = defineOperation({
  endpoint: 'declare-winner',
  permission: 'provider:giveaways',
  input: z.object({ giveawayId, passportId, roundIndex: roundIndex.nullish() }),

  async prepare(ports: GiveawayPorts & RoundPorts, work) {
    const { giveawayId, passportId } = work.input;
    const giveaway = await requireGiveaway(ports, work, giveawayId);
    const { winners = 1 } = (await ports.contracts.places(giveaway)) ?? {};
    const wanted = { giveaway, need: 'winner', winners: winners === 1 ? undefined : winners } as const;
    return prepareOnRound(ports, work, wanted, async (round) => {
      const call = { kind: 'declare-winner', giveaway, round, passportId } as const;
      // An error that it returns is left to the operation, which then fails with it.
      await attemptAfterEnd(ports, call, work.signer);
      return { call, facts: { giveawayId, roundIndex: round, passportId } };
    });
  },
});
