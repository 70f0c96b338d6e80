/** Texts whose hash alone is on chain: unchangeable, and found by it. Those that are there already stay. */
export interface TextStore {
  /** Texts of a giveaway or a round, for everybody to read. */
  keepPublic(hash: string, texts: Readonly<Record<string, string>>): Promise<void>;
  /** A provider's own reference for a change of entries, for its eyes alone. */
  keepEvidence(providerId: string, hash: string, evidence: string): Promise<void>;
}
