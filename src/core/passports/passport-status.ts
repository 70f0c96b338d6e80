import { z } from 'zod';
import type { ProviderCaller } from '../access/callers.ts';
import { defineUseCase } from '../use-case.ts';
import { withAddresses, optionalWallet } from '../values/wallet-address.ts';
import { requirePassport } from './require-passport.ts';
import { isTradable } from './tradable.ts';
import type { Clock } from '../clock.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Digests } from '../values/digests.ts';
import type { ProjectedPassports } from './projected-passports.ts';
import type { SeenOwnerStore } from './seen-owner-store.ts';
import { passportId } from './passport-id.ts';

/** The current state of a passport, and the owner that the provider knew (decision: interface B). Addresses are EIP-55. */
export interface PassportStatus {
  readonly passportId: number;
  readonly ownerWallet: string;
  /**
   * The owner that this provider knows: the one that it last acknowledged, named or provisioned the passport to, else the
   * owner at its first request. Null when the read model did not have the passport at that request.
   */
  readonly previousOwnerWallet: string | null;
  /** Whether the two owners differ. */
  readonly ownerChanged: boolean;
  /** Null without limit. */
  readonly maxTransfers: number | null;
  readonly transfersUsed: number;
  /** Whether the passport can be transferred once more. */
  readonly tradable: boolean;
}

/** The contacts of a passport's owners, which end when it has another one. */
export interface EarlierContacts {
  /** Ends the contacts of a passport's earlier owners: those with fewer transfers than `transfersUsed`. */
  endEarlier(passportId: number, transfersUsed: number): Promise<void>;
}

/**
 * Reads the owner from the chain, and reports a change of owner until this provider knows the new one (interface 3.2,
 * 4.2); a request alone does not end the report. A provider knows the owner that it acknowledges here, that it names as
 * the expected owner of a successful change of entries, or that it provisions the passport to. Throws NOT_FOUND
 * (PASSPORT), CHAIN_UNAVAILABLE.
 */
export const passportStatus = defineUseCase({
  permission: 'provider:passports',
  input: z.object({ passportId, acknowledgedOwnerWallet: optionalWallet() }),

  async execute(
    ports: {
      clock: Clock;
      contacts: EarlierContacts;
      contracts: Contracts;
      digests: Digests;
      projectedPassports: ProjectedPassports;
      seenOwners: SeenOwnerStore;
    },
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

/** The owner that the provider knows. A stored owner is replaced only by one that the provider named itself. */
async function knownOwner(
  ports: { clock: Clock; projectedPassports: ProjectedPassports; seenOwners: SeenOwnerStore },
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
  const first = met?.owner ?? (await ports.projectedPassports.ownerOf(passportId));
  await seenOwners.noteFirst(providerId, passportId, first ?? owner, clock.now());
  return first;
}
