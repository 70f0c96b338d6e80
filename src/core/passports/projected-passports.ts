/** The passports of the read model, which may be behind the chain. Owners are EIP-55 addresses. */
export interface ProjectedPassports {
  /** Undefined when the read model does not have the passport. */
  ownerOf(passportId: number): Promise<string | undefined>;
  /** The numbers of the passports that a wallet holds, the lowest first; at most `limit`. */
  heldBy(owner: string, limit: number): Promise<number[]>;
}
