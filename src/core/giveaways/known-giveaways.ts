/** Which giveaways exist, as far as the database knows. */
export interface KnownGiveaways {
  /** Whether the read model has the giveaway (by its key on chain), or an open operation of this signer creates it. */
  has(giveaway: string, signer: string): Promise<boolean>;
}
