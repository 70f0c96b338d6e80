import type { SealedText } from './sealing.ts';

/** What is to be done for an entrant when its operation is confirmed. */
export interface ProvisionErrand {
  readonly operationId: string;
  readonly providerId: string;
  readonly sealed: SealedText;
}

/** A data key that was wrapped anew. */
export interface RewrappedErrandKey {
  readonly operationId: string;
  /** An errand that has another one by now stays as it is. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** Keeps what provisions leave behind beside the chain. */
export interface Provisions {
  /** Known errands and wallets stay as they are. */
  keepErrand(errand: ProvisionErrand): Promise<void>;
  findErrand(operationId: string): Promise<ProvisionErrand | undefined>;
  endErrand(operationId: string): Promise<void>;
  /** Errands whose data key is wrapped with any other key than this one. */
  findOutdated(currentKeyId: string, first: number): Promise<ProvisionErrand[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Answers how many were replaced. */
  rewrap(keys: readonly RewrappedErrandKey[]): Promise<number>;
  /** Notes a wallet of ours as a provider's; `entrantWallet` is the provider's reference. Addresses are EIP-55. */
  addManagedWallet(providerId: string, address: string, entrantWallet: string | null): Promise<void>;
  isManagedBy(providerId: string, address: string): Promise<boolean>;
}
