/** Which giveaways are there as far as can be told without asking the chain. */
export interface KnownGiveaways {
  /** By its key on chain: whether the read model has it, or an operation of this signer that is under way creates it. */
  has(giveaway: string, signer: string): Promise<boolean>;
}
