/** A reference as it is stored, with what its hash on chain was computed from. */
export interface StoredEvidence {
  readonly evidence: string;
  /** 32 bytes, 0x hex; null when the hash is keccak256 of the reference alone, as in earlier releases. */
  readonly salt: string | null;
  readonly storedAt: Date;
}

/** Stores the references of providers; operations add them. */
export interface EvidenceStore {
  find(providerId: string, hash: string): Promise<StoredEvidence | undefined>;
  /** Deletes the reference and its salt; whether it was stored. */
  erase(providerId: string, hash: string): Promise<boolean>;
}
