import type { SealedText } from '../secrets/sealing.ts';

/** Which contact of which owner, for whom. */
export interface ContactSubject {
  readonly providerId: string;
  readonly passportId: number;
  /** EIP-55. */
  readonly ownerWallet: string;
  /** How often the passport had changed hands: with the owner it names one ownership, also when a passport comes back. */
  readonly transfersUsed: number;
}

/**
 * SHARED: by the owner's own signature. PROVISIONED: given by the provider itself. ENDED: by the owner's signature, or
 * because the passport changed hands; nothing personal is left.
 */
export type ContactSource = 'SHARED' | 'PROVISIONED' | 'ENDED';

/** What is kept for a provider about a passport. */
export interface ContactRecord extends ContactSubject {
  readonly source: ContactSource;
  readonly givenAt: Date;
  /** When the owner signed the newest statement; null while none did. */
  readonly statedAt: Date | null;
  /** Null when it has ended. */
  readonly sealed: SealedText | null;
}

export interface OwnerStatement extends ContactSubject {
  readonly statedAt: Date;
  readonly now: Date;
  /** Null ends the contact. */
  readonly sealed: SealedText | null;
}

export interface ProvisionedContact extends ContactSubject {
  readonly now: Date;
  readonly sealed: SealedText;
}

/** A data key that was wrapped anew. */
export interface RewrappedContactKey extends Pick<ContactSubject, 'providerId' | 'passportId'> {
  /** A contact that has another one by now stays as it is. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** Keeps what providers may know of the owners of passports, at most one contact for each provider and passport. */
export interface ContactStore {
  find(providerId: string, passportId: number): Promise<ContactRecord | undefined>;
  /** False, and nothing is written, unless it is newer than every statement about this passport to this provider. */
  state(statement: OwnerStatement): Promise<boolean>;
  /** False, and nothing is written, where this owner made a statement, or a later one is known. */
  provision(contact: ProvisionedContact): Promise<boolean>;
  /** Ends all contacts of a passport's earlier owners: those from before it had changed hands so often. */
  endEarlier(passportId: number, transfersUsed: number): Promise<void>;
  /** Those whose data key is wrapped with any other key than this one; all of them are sealed. */
  findOutdated(currentKeyId: string, first: number): Promise<ContactRecord[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Answers how many were replaced. */
  rewrap(keys: readonly RewrappedContactKey[]): Promise<number>;
}
