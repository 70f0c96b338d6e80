import type { SealedText } from '../secrets/sealing.ts';

/** What is to be done for an entrant when its operation is confirmed. */
export interface SealedFollowUp {
  readonly operationId: string;
  readonly providerId: string;
  readonly sealed: SealedText;
}

/** Keeps what provisions leave behind beside the chain. */
export interface Provisions {
  /** Known follow-ups and wallets stay as they are. */
  saveFollowUp(followUp: SealedFollowUp): Promise<void>;
  findFollowUp(operationId: string): Promise<SealedFollowUp | undefined>;
  deleteFollowUp(operationId: string): Promise<void>;
  /** Notes a wallet of ours as a provider's; `entrantWallet` is the provider's reference. Addresses are EIP-55. */
  addManagedWallet(providerId: string, address: string, entrantWallet: string | null): Promise<void>;
  isManagedBy(providerId: string, address: string): Promise<boolean>;
}
