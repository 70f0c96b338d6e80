/** The owner that a provider's earlier operations on a passport named, else found. */
export interface MetOwner {
  readonly owner: string;
  /**
   * Whether the provider provisioned the passport to this owner, or named it as the expected owner, after the passport's
   * last transfer; then the provider knows of that transfer.
   */
  readonly isKnown: boolean;
}

/** Stores the owner of a passport that each provider knows; addresses are EIP-55. */
export interface SeenOwnerStore {
  /** The stored owner; undefined when the provider never requested the passport's status. */
  find(providerId: string, passportId: number): Promise<string | undefined>;
  /**
   * The owner that this provider (by its key on chain) last named or provisioned the passport to, else the owner when it
   * last changed the passport's entries; from the read model.
   */
  findMet(providerKey: string, passportId: number): Promise<MetOwner | undefined>;
  /** Stores the owner, unless one is stored already. */
  noteFirst(providerId: string, passportId: number, owner: string, now: Date): Promise<void>;
  /** Stores the owner in place of an earlier one. */
  note(providerId: string, passportId: number, owner: string, now: Date): Promise<void>;
}
