/** An encrypted text, with the data key that encrypts it in wrapped form. */
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
 * Encrypts personal data and secrets, so that a copy of the database alone discloses none. The context names the owner of
 * a text and is not secret; a text does not open with another context.
 */
export interface Sealing {
  /** Throws SERVICE_UNAVAILABLE (KEY_ENCRYPTION_KEY_MISSING) when no key is configured. */
  seal(text: string, context: string): Promise<SealedText>;
  /** Throws SERVICE_UNAVAILABLE when the text does not open. */
  open(sealed: SealedText, context: string): Promise<string>;
}
