import type { Clock } from '../clock.ts';
import type { ContactStore } from './contact-store.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { sealContact } from './contact.ts';

interface ProvisionedEntrant {
  readonly providerId: string;
  readonly passportId: number;
  /** The wallet that got the passport, EIP-55. */
  readonly ownerWallet: string;
  readonly email: string;
  /** When it is given: now by default. */
  readonly givenAt?: Date;
}

/**
 * Stores the e-mail address that a provider sent for an entrant; only this provider can read it (decision: interface B).
 * Safe to repeat. False, and nothing is stored, when the passport has another owner by now, or the owner made a statement
 * about the contact. Throws CHAIN_UNAVAILABLE.
 */
export async function saveProvisionedContact(
  ports: { clock: Clock; contacts: ContactStore; contracts: Contracts; sealing: Sealing },
  { providerId, passportId, ownerWallet, email, givenAt = ports.clock.now() }: ProvisionedEntrant,
): Promise<boolean> {
  const passport = await ports.contracts.passport(passportId);
  if (passport?.owner !== ownerWallet) return false;
  const subject = { providerId, passportId, ownerWallet, transfersUsed: passport.transfersUsed };
  const sealed = await sealContact(ports, { email, name: null }, subject);
  return ports.contacts.provision({ ...subject, now: givenAt, sealed });
}
