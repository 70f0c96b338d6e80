/** The owner that a provider met when it last dealt with a passport on the chain. */
export interface MetOwner {
  readonly owner: string;
  /**
   * Whether the provider provisioned the passport to this owner, or named it as the expected owner, since the passport
   * changed hands last: then it knows of that change.
   */
  readonly isKnown: boolean;
}

/** Keeps which owner of a passport each provider knows; addresses are EIP-55. */
export interface SeenOwnerStore {
  /** Undefined when the provider never asked. */
  find(providerId: string, passportId: number): Promise<string | undefined>;
  /**
   * The owner whom this provider (by its key on chain) last named or provisioned the passport to, or else the one when it
   * last issued entries to it or removed some.
   */
  findMet(providerKey: string, passportId: number): Promise<MetOwner | undefined>;
  /** As note, unless one is noted. */
  noteFirst(providerId: string, passportId: number, owner: string, now: Date): Promise<void>;
  note(providerId: string, passportId: number, owner: string, now: Date): Promise<void>;
}
