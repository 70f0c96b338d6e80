/** What a round still lacks. */
export type RoundNeed = 'winner' | 'receipt';

/** What the read model knows of a giveaway's rounds. */
export interface PendingRounds {
  /**
   * How many rounds have closed by the chain's clock; those of them, from the round `from` on, that lack this and that no
   * operation has taken, oldest first.
   */
  find(
    giveaway: string,
    need: RoundNeed,
    page: { readonly from: number; readonly limit: number },
  ): Promise<PendingRoundsFound | undefined>;
}

export interface PendingRoundsFound {
  readonly closed: number;
  readonly indexes: readonly number[];
}
