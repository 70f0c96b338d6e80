import type { Uses } from '../ports.ts';
import { sealContact } from './contact.ts';

interface ProvisionedEntrant {
  readonly providerId: string;
  readonly passportId: number;
  /** Who got the passport, EIP-55. */
  readonly ownerWallet: string;
  readonly email: string;
}

/**
 * Keeps the e-mail address that a provider gave for an entrant, for this provider alone (decision: interface B). Safe to
 * repeat. False, and nothing is kept, when the passport has another owner by now, or the owner made a statement about the
 * contact. Throws CHAIN_UNAVAILABLE.
 */
export async function keepProvisionedContact(
  ports: Uses<'clock' | 'contacts' | 'contracts' | 'sealing'>,
  { providerId, passportId, ownerWallet, email }: ProvisionedEntrant,
): Promise<boolean> {
  const passport = await ports.contracts.passport(passportId);
  if (passport?.owner !== ownerWallet) return false;
  const subject = { providerId, passportId, ownerWallet, transfersUsed: passport.transfersUsed };
  const sealed = await sealContact(ports, { email, name: null }, subject);
  return ports.contacts.provision({ ...subject, now: ports.clock.now(), sealed });
}
