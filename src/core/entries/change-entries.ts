import { z } from 'zod';
import {
  amount,
  evidence,
  giveawayId,
  optionalWallet,
  passportId,
  reasonCode,
} from '../provider-api/fields.ts';
import { defineOperation } from '../operations/provider-operation.ts';
import { requireGiveaway } from '../giveaways/require-giveaway.ts';
import { toEvidence } from '../provider-api/to-texts.ts';
import type { Uses } from '../ports.ts';

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

    async prepare(ports: Uses<'contracts' | 'digests' | 'knownGiveaways'>, work) {
      const { caller, input } = work;
      const { giveawayId, passportId, amount, reasonCode, expectedOwnerWallet } = input;
      const giveaway = await requireGiveaway(ports, work, giveawayId);
      const evidence = toEvidence(ports, caller.providerId, input.evidence);
      return {
        call: {
          kind: 'change-entries',
          giveaway,
          passportId,
          amount,
          remove: endpoint === 'remove-entries',
          reasonCode,
          evidence: evidence?.hash ?? null,
          expectedOwner: expectedOwnerWallet,
        },
        facts: { giveawayId, passportId, amount, reasonCode },
        evidence,
      };
    },
  });
}
