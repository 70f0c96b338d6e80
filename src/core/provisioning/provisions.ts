import type { SealedText } from '../secrets/sealing.ts';

/** A stored follow-up; its personal data are sealed. */
export interface SealedFollowUp {
  readonly operationId: string;
  readonly providerId: string;
  readonly sealed: SealedText;
}

/** Stores the follow-ups of provisions, and which provider's entrant each managed wallet belongs to. */
export interface Provisions {
  /** Does not change a follow-up that is stored already. */
  saveFollowUp(followUp: SealedFollowUp): Promise<void>;
  findFollowUp(operationId: string): Promise<SealedFollowUp | undefined>;
  deleteFollowUp(operationId: string): Promise<void>;
  /** Stores that a provider manages this wallet, unless it is stored already; `entrantWallet` is the provider's reference. Addresses are EIP-55. */
  addManagedWallet(providerId: string, address: string, entrantWallet: string | null): Promise<void>;
  isManagedBy(providerId: string, address: string): Promise<boolean>;
}
