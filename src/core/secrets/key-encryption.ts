import type { WalletIdentity } from '../wallets/wallet.ts';

/** The owner of a data key: a wallet, or a text that was sealed with this context. */
export type KeySubject = WalletIdentity | { readonly context: string };

/**
 * Wraps data keys with a key-encryption key that never leaves this port, so that a key management service can implement
 * it. A wrapped key opens only for the subject that it was wrapped for.
 */
export interface KeyEncryption {
  /** The key-encryption key that `wrap` uses. */
  readonly currentId: string;
  /** Whether the key-encryption key of this id is configured here. */
  knows(keyId: string): boolean;
  /** Throws SERVICE_UNAVAILABLE (KEY_ENCRYPTION_KEY_MISSING) when there is no key to wrap with. */
  wrap(dataKey: Uint8Array, subject: KeySubject): Promise<Uint8Array>;
  /**
   * The caller zeroes the data key after use. Throws SERVICE_UNAVAILABLE: KEY_ENCRYPTION_KEY_MISSING, which names the
   * key that is not configured, or KEY_ENCRYPTION_FAILED when the key does not open the data key.
   */
  unwrap(wrappedKey: Uint8Array, keyId: string, subject: KeySubject): Promise<Uint8Array>;
}
