import { z } from 'zod';
import {
  amount,
  evidence,
  giveawayId,
  optionalWallet,
  passportId,
  reasonCode,
} from '../operations/fields.ts';
import { keepEvidence } from '../operations/keep-texts.ts';
import { defineOperation } from '../operations/perform.ts';
import { requireGiveaway } from '../operations/require-giveaway.ts';

const input = z.object({
  giveawayId,
  passportId,
  amount,
  reasonCode,
  evidence,
  expectedOwnerWallet: optionalWallet(),
});

/** Issuing and removing differ in their direction alone. */
export function changeEntries(endpoint: 'issue-entries' | 'remove-entries') {
  return defineOperation({
    endpoint,
    permission: 'provider:entries',
    input,
    addresses: ['expectedOwnerWallet'],

    async prepare(ports, work) {
      const { caller, input } = work;
      const { giveawayId, passportId, amount, reasonCode, expectedOwnerWallet } = input;
      const giveaway = await requireGiveaway(ports, work, giveawayId);
      return {
        call: {
          kind: 'change-entries',
          giveaway,
          passportId,
          amount,
          remove: endpoint === 'remove-entries',
          reasonCode,
          evidence: await keepEvidence(ports, caller.providerId, input.evidence),
          expectedOwner: expectedOwnerWallet,
        },
        facts: { giveawayId, passportId, amount, reasonCode },
      };
    },
  });
}
