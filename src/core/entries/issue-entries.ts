import { z } from 'zod';
import { giveawayId } from '../giveaways/giveaway-id.ts';
import { requireGiveaway, type GiveawayPorts } from '../giveaways/require-giveaway.ts';
import type { Evidence } from '../operations/operation.ts';
import { defineOperation } from '../operations/provider-operation.ts';
import { passportId } from '../passports/passport-id.ts';
import type { Digests } from '../values/digests.ts';
import { wholeNumber } from '../values/integers.ts';
import { optionalText } from '../values/text.ts';
import { optionalWallet } from '../values/wallet-address.ts';

/** The number of entries in an input, limited by the size of a leaf (uint32). */
export const amount = wholeNumber({ min: 1, max: 2 ** 32 - 1 });
/** The provider's own reason code of a change, in an input. */
export const reasonCode = wholeNumber({ min: 0, max: 65_535 })
  .nullish()
  .transform((code) => code ?? 0)
  .meta({ default: 0 });
/** The provider's own reference of a change, in an input. */
export const evidence = optionalText(512, null);

/** Adds entries to a passport in the open round (interface 4.2). */
export const issueEntries = changeEntries('issue-entries');

/** The operation that issues entries, or the one that removes them. */
export function changeEntries(endpoint: 'issue-entries' | 'remove-entries') {
  return defineOperation({
    endpoint,
    permission: 'provider:entries',
    input: z.object({
      giveawayId,
      passportId,
      amount,
      reasonCode,
      evidence,
      expectedOwnerWallet: optionalWallet(),
    }),
    addresses: ['expectedOwnerWallet'],

    async prepare(ports: GiveawayPorts, work) {
      const { giveawayId, passportId, amount, reasonCode, expectedOwnerWallet } = work.input;
      const giveaway = await requireGiveaway(ports, work, giveawayId);
      const evidence = toEvidence(ports, work.caller.providerId, work.input.evidence);
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

/** A provider's reference with a new salt, and the hash of both, which alone goes on chain. */
export function toEvidence(
  { digests }: { digests: Digests },
  providerId: string,
  evidence: string | null,
): Evidence | null {
  return evidence === null ? null : { ...digests.saltedKeccak256(evidence), providerId, evidence };
}
