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

/** Encrypts under a fresh random nonce; `associated` is not encrypted, but nothing opens beside other bytes. */
export function seal(key: KeyObject | Uint8Array, plain: Uint8Array, associated: Uint8Array): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associated);
  // All of it comes from update: GCM is a stream, and a concatenation would leave a copy behind.
  const ciphertext = cipher.update(plain);
  cipher.final();
  return { ciphertext, nonce, tag: cipher.getAuthTag() };
}

/** The plain bytes, which the caller zeroes; undefined when key, nonce, tag, ciphertext or associated bytes differ. */
export function open(
  key: KeyObject | Uint8Array,
  { ciphertext, nonce, tag }: Sealed,
  associated: Uint8Array,
): Uint8Array | undefined {
  if (nonce.length !== NONCE_BYTES || tag.length !== TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associated);
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
