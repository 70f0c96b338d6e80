import { z } from 'zod';
import type { ProviderCaller } from '../callers.ts';
import { passportId } from '../operations/fields.ts';
import type { Ports } from '../ports/ports.ts';
import { defineUseCase } from '../use-case.ts';
import { requirePassport } from './require-passport.ts';
import { isTradable } from './tradable.ts';

/** A passport now, beside the owner that the provider knew (decision: interface B). Addresses are EIP-55. */
export interface PassportStatus {
  readonly passportId: number;
  readonly ownerWallet: string;
  /**
   * Who it was when this provider last asked, or else when it last dealt with the passport, or else by the read model. Null
   * when nobody had met the passport.
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
 * Reads the owner from the chain and makes it the one that this provider knows (interface 3.2, 4.2): of two calls after one
 * change of hands, one tells of it. Throws NOT_FOUND (PASSPORT), CHAIN_UNAVAILABLE.
 */
export const passportStatus = defineUseCase({
  permission: 'provider:passports',
  input: z.object({ passportId }),

  async execute(ports, { providerId, providerKey }, { passportId }): Promise<PassportStatus> {
    const { owner, maxTransfers, transfersUsed } = await requirePassport(ports, passportId);
    const previous = await noteOwner(ports, { providerId, providerKey }, passportId, owner);
    const ownerChanged = previous !== undefined && previous !== owner;
    if (ownerChanged) await ports.contacts.endEarlier(passportId, transfersUsed);
    return {
      passportId,
      ownerWallet: owner,
      previousOwnerWallet: previous ?? null,
      ownerChanged,
      maxTransfers,
      transfersUsed,
      tradable: isTradable(maxTransfers ?? undefined, transfersUsed),
    };
  },
});

/** The owner that was noted before, or else met. What stays the same is not written again. */
async function noteOwner(
  ports: Ports,
  { providerId, providerKey }: Pick<ProviderCaller, 'providerId' | 'providerKey'>,
  passportId: number,
  owner: string,
): Promise<string | undefined> {
  const noted = await ports.seenOwners.find(providerId, passportId);
  if (noted === owner) return owner;
  const first =
    noted ??
    (await ports.seenOwners.findMet(providerKey, passportId)) ??
    (await projectedOwner(ports, passportId));
  return ports.transaction(async ({ seenOwners }) => {
    const now = ports.clock.now();
    // Without a row there would be nothing to lock, and several first callers would each tell of the change.
    if (first !== undefined) await seenOwners.noteFirst(providerId, passportId, first, now);
    const previous = await seenOwners.findLocked(providerId, passportId);
    await seenOwners.note(providerId, passportId, owner, now);
    return previous;
  });
}

async function projectedOwner({ chainReads }: Ports, passportId: number): Promise<string | undefined> {
  const [row] = await chainReads.read('passport', [[passportId]], ['passport.owner']);
  const owner = row?.[1];
  return typeof owner === 'string' ? owner : undefined;
}
