import type { ProvisionErrand } from './provisions.ts';

/** A data key that was wrapped anew. */
export interface RewrappedErrandKey {
  readonly operationId: string;
  /** An errand that has another one by now stays as it is. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** The sealed errands of provisions, as the rotation of their keys needs them. */
export interface ErrandStore {
  /** Errands whose data key is wrapped with any other key than this one. */
  findOutdated(currentKeyId: string, first: number): Promise<ProvisionErrand[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Answers how many were replaced. */
  rewrap(keys: readonly RewrappedErrandKey[]): Promise<number>;
}
