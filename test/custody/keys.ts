import { randomBytes } from 'node:crypto';

/** An entry of KEY_ENCRYPTION_KEYS with fresh bytes. */
export function newKeyEncryptionKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

/** A fresh private key of a wallet. */
export function newPrivateKey(): Buffer {
  // Below the group's order whatever the rest is.
  return Buffer.concat([Buffer.of(1), randomBytes(31)]);
}
