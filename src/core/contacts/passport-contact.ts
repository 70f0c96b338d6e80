import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import { toPassportId, passportId } from '../passports/passport-id.ts';
import { requirePassport } from '../passports/require-passport.ts';
import type { ContactRecord, ContactSource, ContactStore } from './contact-store.ts';
import type { PassportNow, Contracts } from '../chain/contracts.ts';
import { defineUseCase } from '../use-case.ts';
import { openContact } from './contact.ts';
import type { Sealing } from '../secrets/sealing.ts';

/** The contact of a passport's present owner that this provider may read. */
export interface PassportContact {
  readonly passportId: number;
  /** EIP-55. */
  readonly ownerWallet: string;
  readonly email: string;
  readonly name: string | null;
  /** SHARED by the owner, or PROVISIONED by this provider. */
  readonly source: Exclude<ContactSource, 'ENDED'>;
  readonly sharedAt: Date;
}

/**
 * The contact that the present owner of a passport shared with this provider, or that the provider sent with a provision
 * (interface 3.2, 4.2). Every request is written to the audit log before it is answered, whether or not a contact is
 * disclosed. Throws NOT_FOUND (PASSPORT), UNAUTHORIZED (CONTACT_NOT_SHARED, the same for every reason), CHAIN_UNAVAILABLE.
 */
export const passportContact = defineUseCase({
  permission: 'provider:contacts',
  input: z.object({ passportId }),

  async execute(
    ports: { contacts: ContactStore; contracts: Contracts; sealing: Sealing } & Audited<{
      contacts: ContactStore;
    }>,
    caller,
    { passportId },
  ): Promise<PassportContact> {
    const passport = await requirePassport(ports, passportId);
    const stored = await ports.contacts.find(caller.providerId, passportId);
    const contact = stored && (await openCurrent(ports, stored, passport));
    const facts = { provider: caller.providerId, disclosed: contact !== undefined };
    await ports.transaction(async (stores) => {
      const { transfersUsed } = passport;
      if (stored && stored.transfersUsed < transfersUsed)
        await stores.contacts.endEarlier(passportId, transfersUsed);
      await record(ports, stores, caller, 'passportContact', toPassportId(passportId), facts);
    });
    if (contact === undefined) throw notShared();
    return { passportId, ownerWallet: passport.owner, ...contact };
  },
});

/** The contact, if it is that of the present ownership. */
async function openCurrent(
  ports: { sealing: Sealing },
  stored: ContactRecord,
  { owner, transfersUsed }: PassportNow,
): Promise<Omit<PassportContact, 'passportId' | 'ownerWallet'> | undefined> {
  if (stored.transfersUsed !== transfersUsed || stored.ownerWallet !== owner) return undefined;
  const { source, sealed, givenAt } = stored;
  if (source === 'ENDED' || sealed === null) return undefined;
  return { ...(await openContact(ports, sealed, stored)), source, sharedAt: givenAt };
}

function notShared(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'The present owner of this passport has shared no contact with your provider: ask the owner to share it.',
    { reason: 'CONTACT_NOT_SHARED' },
  );
}
