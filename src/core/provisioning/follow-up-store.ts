import type { SealedFollowUp } from './provisions.ts';

/** A data key that was rewrapped. */
export interface RewrappedFollowUpKey {
  readonly operationId: string;
  /** A follow-up whose key is not this one is not changed. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** The part of the follow-ups' storage that the rotation of keys needs. */
export interface FollowUpStore {
  /** Follow-ups whose data key is not wrapped with the current key. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedFollowUp[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Returns how many keys were replaced. */
  rewrap(keys: readonly RewrappedFollowUpKey[]): Promise<number>;
}
