import { randomUUID } from 'node:crypto';
import type { Session } from '../../../src/core/accounts/session-store.ts';
import type { Ports } from '../../../src/adapters/ports/ports.ts';
import type { SealedText } from '../../../src/core/secrets/sealing.ts';
import type { SealedWallet, WalletPurpose } from '../../../src/core/wallets/wallet.ts';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';

/** What the contracts of ports are tried on: fakes, or the real parts over one database. */
export type PortsUnderTest = Pick<
  Ports,
  | 'accounts'
  | 'apiKeys'
  | 'audit'
  | 'contacts'
  | 'deliveryChecks'
  | 'devices'
  | 'idempotency'
  | 'listingMigration'
  | 'listings'
  | 'listingWriter'
  | 'provisions'
  | 'providers'
  | 'publishers'
  | 'seenOwners'
  | 'serviceClients'
  | 'sessions'
  | 'signInCodes'
  | 'transaction'
  | 'wallets'
  | 'webhooks'
> & {
  /** Opens a session, as a sign-in does. */
  openSession(accountId: string, session: Session): Promise<void>;
};

/** The first instant of the tests; none of them looks at the time of day. */
export const AT = new Date('2027-03-01T12:00:00.000Z');

export function later(seconds: number): Date {
  return new Date(AT.getTime() + seconds * 1_000);
}

/** A name that nothing else in the database has. */
export function unique(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** A page from the start, unless something else is said. */
export function pageOf(size: number, more: object = {}) {
  return { size, backward: false, after: undefined, before: undefined, ...more };
}

/** A place in a list by an instant. */
export function placeOf(at: Date, id: string) {
  return { key: at.toISOString(), id };
}

export async function addAccount(ports: PortsUnderTest) {
  return ports.accounts.findOrCreate(`${unique('a')}@example.com`, AT);
}

export async function addProvider(ports: Pick<PortsUnderTest, 'providers'>, createdAt = AT) {
  const id = unique('prv');
  const provider = { id, name: 'Lantern', chainKey: digests.keccak256(id), createdAt };
  await ports.providers.add(provider);
  return provider;
}

export function newWallet(purpose: WalletPurpose = 'SIGNER', createdAt = AT): SealedWallet {
  const address = digests.checksumAddress(`0x${digests.sha256(unique('w')).slice(0, 40)}`) ?? '';
  return { id: unique('wal'), address, purpose, label: 'a wallet', createdAt, ...sealedText() };
}

export function sealedText(keyId = 'key-1'): SealedText {
  return {
    ciphertext: Buffer.alloc(32, 3),
    nonce: Buffer.alloc(12, 1),
    tag: Buffer.alloc(16, 2),
    wrappedKey: Buffer.from(unique('k')),
    keyId,
  };
}
