import type { EarlierContacts } from '../passports/passport-status.ts';
import type { SealedText } from '../secrets/sealing.ts';

/** What identifies a contact: the provider that may read it, the passport, and one ownership of it. */
export interface ContactSubject {
  readonly providerId: string;
  readonly passportId: number;
  /** EIP-55. */
  readonly ownerWallet: string;
  /** How often the passport had changed hands: with the owner it names one ownership, even if a passport returns to an owner. */
  readonly transfersUsed: number;
}

/**
 * SHARED: the owner signed a statement. PROVISIONED: the provider sent it with a provision. ENDED: the owner revoked it,
 * or the passport changed hands; the contact itself is deleted.
 */
export type ContactSource = 'SHARED' | 'PROVISIONED' | 'ENDED';

/** The contact that is stored for a provider and a passport. */
export interface ContactRecord extends ContactSubject {
  readonly source: ContactSource;
  readonly givenAt: Date;
  /** The `issuedAt` of the owner's newest statement; null without one. */
  readonly statedAt: Date | null;
  /** Null when the contact has ended. */
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

/** A data key that was rewrapped. */
export interface RewrappedContactKey extends Pick<ContactSubject, 'providerId' | 'passportId'> {
  /** A contact whose key is not this one is not changed. */
  readonly previousWrappedKey: Uint8Array;
  readonly keyId: string;
  readonly wrappedKey: Uint8Array;
}

/** Stores the contacts of passport owners, at most one for each provider and passport. */
export interface ContactStore extends EarlierContacts {
  find(providerId: string, passportId: number): Promise<ContactRecord | undefined>;
  /** Stores the owner's statement; false, and nothing is written, unless it is newer than all statements for this provider and passport. */
  state(statement: OwnerStatement): Promise<boolean>;
  /** Stores the provider's contact; false, and nothing is written, when this owner made a statement or a later owner is known. */
  provision(contact: ProvisionedContact): Promise<boolean>;
  /**
   * Removes the contact that the provider gave at `givenAt`, as if its provision had never been; the time of the owner's newest statement
   * stays. Does nothing when another contact is stored.
   */
  removeProvisioned(contact: Pick<ContactRecord, 'providerId' | 'passportId' | 'givenAt'>): Promise<void>;
  /** Contacts whose data key is not wrapped with the current key; ended contacts have no data key. */
  findOutdated(currentKeyId: string, first: number): Promise<ContactRecord[]>;
  countOutdated(currentKeyId: string): Promise<number>;
  /** Returns how many keys were replaced. */
  rewrap(keys: readonly RewrappedContactKey[]): Promise<number>;
}
