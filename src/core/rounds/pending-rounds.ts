/** What a closed round needs next. */
export type RoundNeed = 'winner' | 'receipt';

/** Finds rounds in the read model that need a winner or a receipt. */
export interface PendingRounds {
  /**
   * The number of rounds that have closed by the chain's clock, and the indexes of those from `from` on that have this
   * need and that no operation has taken, oldest first; of a receipt for that place, 0 when absent. Where a round has several
   * places, also those that operations have taken. Undefined when the read model does not have the giveaway.
   */
  find(
    giveaway: string,
    need: RoundNeed,
    page: { readonly from: number; readonly limit: number; readonly place?: number },
  ): Promise<PendingRoundsFound | undefined>;
}

export interface PendingRoundsFound {
  readonly closed: number;
  readonly indexes: readonly number[];
}
