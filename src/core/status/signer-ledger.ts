/** A signer in custody, as the database knows it. */
export interface LedgerSigner {
  readonly address: string;
  /** The key-encryption key of its wallet. */
  readonly keyId: string;
  /** How many transactions the database knows, as the nonce after the last one; null before the first. */
  readonly recorded: number | null;
}

/** A transaction of a signer in custody that the outbox does not know. */
export interface UnknownTransaction {
  readonly hash: string;
  readonly signer: string;
  readonly blockNumber: number;
  readonly minedAt: Date;
  /** The names of the contracts' events in it, in order. */
  readonly events: readonly string[];
}

/** What the database knows of the transactions of signers. */
export interface SignerLedger {
  /** The signers in custody that are attached to a provider or have sent transactions here. */
  signers(): Promise<readonly LedgerSigner[]>;
  /** Of the newest events of the last 30 days, newest first, at most `limit`. */
  unknownTransactions(limit: number): Promise<readonly UnknownTransaction[]>;
}
