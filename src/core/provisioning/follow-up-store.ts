import type { SealedFollowUp } from './provisions.ts';

/** A data key that was wrapped anew. */
export interface RewrappedFollowUpKey {
  readonly operationId: string;
  /** A follow-up that has another key by now stays as it is. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** The sealed follow-ups of provisions, as the rotation of their keys needs them. */
export interface FollowUpStore {
  /** Follow-ups whose data key is wrapped with any other key than this one. */
  findOutdated(currentKeyId: string, first: number): Promise<SealedFollowUp[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Answers how many were replaced. */
  rewrap(keys: readonly RewrappedFollowUpKey[]): Promise<number>;
}
