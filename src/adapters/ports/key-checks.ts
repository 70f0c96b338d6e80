import type { KeySubject } from '../../core/secrets/key-encryption.ts';

/** A data key as it is stored, with its owner. */
export interface WrappedDataKey {
  readonly wrappedKey: Uint8Array;
  readonly subject: KeySubject;
}

/** What is stored of key-encryption keys, to recognise another key of the same name. */
export interface KeyChecks {
  /** The check value of the key with this id; undefined when there is none. */
  find(keyId: string): Promise<Uint8Array | undefined>;
  /** Stores a check value unless there is one; returns the stored one. */
  keep(keyId: string, wrappedKey: Uint8Array): Promise<Uint8Array>;
  /** A data key that the key with this id has wrapped, of a wallet or a webhook; undefined when there is none. */
  findUse(keyId: string): Promise<WrappedDataKey | undefined>;
}
