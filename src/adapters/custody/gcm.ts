import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

/** AES-256-GCM with a 96-bit nonce and a 128-bit tag (NIST SP 800-38D). */
export interface Sealed {
  readonly ciphertext: Uint8Array;
  readonly nonce: Uint8Array;
  readonly tag: Uint8Array;
}

const ALGORITHM = 'aes-256-gcm';
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Encrypts under a fresh random nonce. `associated` is authenticated, not encrypted: decryption needs the same bytes. */
export function seal(key: KeyObject | Uint8Array, plain: Uint8Array, associatedData: Uint8Array): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData);
  // update returns all of the ciphertext, since GCM is a stream mode; a concatenation would leave a copy in memory.
  const ciphertext = cipher.update(plain);
  cipher.final();
  return { ciphertext, nonce, tag: cipher.getAuthTag() };
}

/** Returns the plain bytes, which the caller zeroes; undefined when key, nonce, tag, ciphertext or associated data differ. */
export function open(
  key: KeyObject | Uint8Array,
  { ciphertext, nonce, tag }: Sealed,
  associatedData: Uint8Array,
): Uint8Array | undefined {
  if (nonce.length !== NONCE_BYTES || tag.length !== TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData);
  decipher.setAuthTag(tag);
  const plain = decipher.update(ciphertext);
  try {
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return undefined;
  }
}
