/** A text as it is kept: encrypted by a data key of its own, and that one wrapped. */
export interface SealedText {
  /** AES-256-GCM of the text in UTF-8 (NIST SP 800-38D). */
  readonly ciphertext: Uint8Array;
  /** 96 random bits. */
  readonly nonce: Uint8Array;
  /** 128 bits. */
  readonly tag: Uint8Array;
  readonly wrappedKey: Uint8Array;
  /** The key-encryption key that the data key is wrapped with. */
  readonly keyId: string;
}

/**
 * Encrypts personal data, so that a copy of the database alone discloses none. The context says what a text belongs to
 * and is no secret: nothing opens in another context.
 */
export interface Sealing {
  /** Throws SERVICE_UNAVAILABLE (KEY_ENCRYPTION_KEY_MISSING) when there is no key. */
  seal(text: string, context: string): Promise<SealedText>;
  /** Throws SERVICE_UNAVAILABLE when it does not open. */
  open(sealed: SealedText, context: string): Promise<string>;
}
