import { z } from 'zod';
import { record } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { toPassportId, passportId } from '../passports/passport-id.ts';
import { requirePassport } from '../passports/require-passport.ts';
import type { ContactSource } from './contact-store.ts';
import type { PassportNow } from '../chain/contracts.ts';
import { defineUseCase } from '../use-case.ts';
import { openContact } from './contact.ts';
import type { Uses } from '../ports.ts';

/** How to reach the present owner of a passport, as far as this provider may know. */
export interface PassportContact {
  readonly passportId: number;
  /** EIP-55. */
  readonly ownerWallet: string;
  readonly email: string;
  readonly name: string | null;
  /** Whether the owner shared it, or this provider gave it itself. */
  readonly source: Exclude<ContactSource, 'ENDED'>;
  readonly sharedAt: Date;
}

/**
 * The contact that the present owner of a passport shared with this provider, or that it gave itself (interface 3.2, 4.2).
 * Every reading is audited before it is answered, and so is every refusal. Throws NOT_FOUND (PASSPORT), UNAUTHORIZED
 * (CONTACT_NOT_SHARED) in the same words whatever the reason, CHAIN_UNAVAILABLE.
 */
export const passportContact = defineUseCase({
  permission: 'provider:contacts',
  input: z.object({ passportId }),

  async execute(
    ports: Uses<'audit' | 'clock' | 'contacts' | 'contracts' | 'ids' | 'sealing'>,
    caller,
    { passportId },
  ): Promise<PassportContact> {
    const passport = await requirePassport(ports, passportId);
    const shown = await findShown(ports, caller.providerId, passportId, passport);
    const facts = { provider: caller.providerId, disclosed: shown !== undefined };
    await record(ports, ports, caller, 'passportContact', toPassportId(passportId), facts);
    if (shown === undefined) throw notShared();
    return { passportId, ownerWallet: passport.owner, ...shown };
  },
});

/** What was given for this ownership of the passport; what was given for an earlier one is erased. */
async function findShown(
  ports: Uses<'contacts' | 'sealing'>,
  providerId: string,
  passportId: number,
  { owner, transfersUsed }: PassportNow,
): Promise<Omit<PassportContact, 'passportId' | 'ownerWallet'> | undefined> {
  const kept = await ports.contacts.find(providerId, passportId);
  if (kept === undefined) return undefined;
  if (kept.transfersUsed < transfersUsed) await ports.contacts.endEarlier(passportId, transfersUsed);
  if (kept.transfersUsed !== transfersUsed || kept.ownerWallet !== owner) return undefined;
  const { source, sealed, givenAt } = kept;
  if (source === 'ENDED' || sealed === null) return undefined;
  return { ...(await openContact(ports, sealed, kept)), source, sharedAt: givenAt };
}

function notShared(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'The present owner of this passport has shared no contact with your provider: ask the owner to share it.',
    { reason: 'CONTACT_NOT_SHARED' },
  );
}
