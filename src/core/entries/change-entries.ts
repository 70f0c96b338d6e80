import { z } from 'zod';
import {
  amount,
  evidence,
  giveawayId,
  optionalAddress,
  passportId,
  reasonCode,
} from '../operations/fields.ts';
import { keepEvidence } from '../operations/keep-texts.ts';
import { defineOperation } from '../operations/perform.ts';

const input = z.object({
  giveawayId,
  passportId,
  amount,
  reasonCode,
  evidence,
  expectedOwnerWallet: optionalAddress(),
});

/** Issuing and removing differ in their direction alone. */
export function changeEntries(endpoint: 'issue-entries' | 'remove-entries') {
  return defineOperation({
    endpoint,
    permission: 'provider:entries',
    input,
    addresses: ['expectedOwnerWallet'],

    async prepare(ports, { caller, input }) {
      const { giveawayId, passportId, amount, reasonCode, expectedOwnerWallet } = input;
      return {
        call: {
          kind: 'change-entries',
          giveaway: ports.digests.giveawayKey(caller.providerKey, giveawayId),
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
