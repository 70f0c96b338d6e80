import { Wallet } from 'ethers';
import { passportContactMessage } from '../../../src/core/contacts/passport-contact-message.ts';
import { revokePassportContact } from '../../../src/core/contacts/revoke-passport-contact.ts';
import { sharePassportContact } from '../../../src/core/contacts/share-passport-contact.ts';
import { ANONYMOUS } from '../../../src/core/access/callers.ts';
import { NETWORK, providerCaller } from '../support/callers.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';

export const PASSPORT = 7;
export const EMAIL = 'olga@example.com';
export const reader = providerCaller('prv_1');
export const owner = new Wallet(`0x${'11'.repeat(32)}`);
export const stranger = new Wallet(`0x${'22'.repeat(32)}`);

/** The provider of `reader`, and passport 7 of `owner`. */
export async function createOwnedPassport(): Promise<FakePorts> {
  const ports = createPorts();
  const createdAt = ports.clock.now();
  for (const id of ['prv_1', 'prv_2'])
    await ports.providers.add({ id, name: id, chainKey: ports.digests.keccak256(id), createdAt });
  give(ports, owner.address, 0);
  return ports;
}

/** Puts the passport into this wallet after so many transfers. */
export function give(ports: FakePorts, wallet: string, transfersUsed: number): void {
  ports.chain.passports.set(PASSPORT, {
    owner: wallet,
    maxTransfers: null,
    transfersUsed,
    permitNonce: 0n,
  });
}

/** The message to share or to revoke, of which `input` replaces fields. */
export function requestMessage(ports: FakePorts, action: string, input: object = {}) {
  return ports.run(ANONYMOUS, passportContactMessage, {
    passportId: PASSPORT,
    provider: 'prv_1',
    network: NETWORK,
    action,
    ...(action === 'SHARE' && { email: EMAIL, name: 'Olga' }),
    ...input,
  });
}

/** A signed statement as it is submitted; `issuedAt` is the present moment of the clock. */
export async function sign(
  ports: FakePorts,
  action: 'SHARE' | 'REVOKE',
  { by = owner, ...contact }: { readonly by?: Wallet; readonly email?: string; readonly name?: string } = {},
) {
  const { typedData, issuedAt } = await requestMessage(ports, action, contact);
  return {
    passportId: PASSPORT,
    provider: 'prv_1',
    network: NETWORK,
    issuedAt: issuedAt.toISOString(),
    signature: by.signingKey.sign(ports.signatures.digest(typedData)).serialized,
    ...(action === 'SHARE' && { email: EMAIL, name: 'Olga', ...contact }),
  };
}

export const share = (ports: FakePorts, statement: unknown) =>
  ports.run(ANONYMOUS, sharePassportContact, statement);
export const revoke = (ports: FakePorts, statement: unknown) =>
  ports.run(ANONYMOUS, revokePassportContact, statement);
