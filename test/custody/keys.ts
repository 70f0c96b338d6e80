import { randomBytes } from 'node:crypto';

/** An entry of KEY_ENCRYPTION_KEYS with new bytes. */
export function newKeyEncryptionKey(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

/** A new private key of a wallet. */
export function newPrivateKey(): Buffer {
  // Below the group's order, whatever the other bytes are.
  return Buffer.concat([Buffer.of(1), randomBytes(31)]);
}
