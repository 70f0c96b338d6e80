import { z } from 'zod';
import type { ProviderCaller } from '../access/callers.ts';
import { defineUseCase } from '../use-case.ts';
import { withAddresses, optionalWallet } from '../values/wallet-address.ts';
import { requirePassport } from './require-passport.ts';
import { isTradable } from './tradable.ts';
import type { Uses } from '../ports.ts';
import { passportId } from './passport-id.ts';

/** A passport now, beside the owner that the provider knew (decision: interface B). Addresses are EIP-55. */
export interface PassportStatus {
  readonly passportId: number;
  readonly ownerWallet: string;
  /**
   * Whom this provider knows as the owner: the one that it last acknowledged, named or provisioned the passport to, or else
   * the one when it first asked. Null when nobody had met the passport then.
   */
  readonly previousOwnerWallet: string | null;
  /** Whether these two differ. */
  readonly ownerChanged: boolean;
  /** Null without limit. */
  readonly maxTransfers: number | null;
  readonly transfersUsed: number;
  /** Whether it may change hands once more. */
  readonly tradable: boolean;
}

/**
 * Reads the owner from the chain, and tells of a change until this provider knows of it (interface 3.2, 4.2): reading uses
 * nothing up. A provider knows the owner that it acknowledges here, that it names as the expected owner of a change of
 * entries that succeeds, and that it provisions the passport to. Throws NOT_FOUND (PASSPORT), CHAIN_UNAVAILABLE.
 */
export const passportStatus = defineUseCase({
  permission: 'provider:passports',
  input: z.object({ passportId, acknowledgedOwnerWallet: optionalWallet() }),

  async execute(
    ports: Uses<'chainReads' | 'clock' | 'contacts' | 'contracts' | 'digests' | 'seenOwners'>,
    caller,
    rawInput,
  ): Promise<PassportStatus> {
    const input = withAddresses(ports, rawInput, ['acknowledgedOwnerWallet']);
    const { passportId } = input;
    const { owner, maxTransfers, transfersUsed } = await requirePassport(ports, passportId);
    const noted = await ports.seenOwners.find(caller.providerId, passportId);
    const isAcknowledged = input.acknowledgedOwnerWallet === owner;
    const known = await knownOwner(ports, caller, passportId, { noted, owner, isAcknowledged });
    const before = noted ?? known;
    if (before !== undefined && before !== owner) await ports.contacts.endEarlier(passportId, transfersUsed);
    return {
      passportId,
      ownerWallet: owner,
      previousOwnerWallet: known ?? null,
      ownerChanged: known !== undefined && known !== owner,
      maxTransfers,
      transfersUsed,
      tradable: isTradable(maxTransfers ?? undefined, transfersUsed),
    };
  },
});

/** Whom the provider knows as the owner. Only what it knows itself replaces what was noted. */
async function knownOwner(
  ports: Uses<'chainReads' | 'clock' | 'seenOwners'>,
  { providerId, providerKey }: Pick<ProviderCaller, 'providerId' | 'providerKey'>,
  passportId: number,
  now: { readonly noted: string | undefined; readonly owner: string; readonly isAcknowledged: boolean },
): Promise<string | undefined> {
  const { seenOwners, clock } = ports;
  const { noted, owner } = now;
  if (noted === owner) return owner;
  const met = now.isAcknowledged ? undefined : await seenOwners.findMet(providerKey, passportId);
  if (now.isAcknowledged || (met?.isKnown && met.owner === owner)) {
    await seenOwners.note(providerId, passportId, owner, clock.now());
    return owner;
  }
  if (noted !== undefined) return noted;
  const first = met?.owner ?? (await projectedOwner(ports, passportId));
  await seenOwners.noteFirst(providerId, passportId, first ?? owner, clock.now());
  return first;
}

async function projectedOwner(
  { chainReads }: Uses<'chainReads'>,
  passportId: number,
): Promise<string | undefined> {
  const [row] = await chainReads.read('passport', [[passportId]], ['passport.owner']);
  const owner = row?.[1];
  return typeof owner === 'string' ? owner : undefined;
}
