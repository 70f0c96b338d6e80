/** Keeps which owner of a passport each provider was told of last; addresses are EIP-55. */
export interface SeenOwnerStore {
  /** Undefined when the provider never asked. */
  find(providerId: string, passportId: number): Promise<string | undefined>;
  /** The owner when this provider (by its key on chain) last issued to the passport, took from it or provisioned it. */
  findMet(providerKey: string, passportId: number): Promise<string | undefined>;
  /** As find, and nobody else notes another one until the transaction ends. */
  findLocked(providerId: string, passportId: number): Promise<string | undefined>;
  /** As note, unless one is noted. */
  noteFirst(providerId: string, passportId: number, owner: string, now: Date): Promise<void>;
  note(providerId: string, passportId: number, owner: string, now: Date): Promise<void>;
}
