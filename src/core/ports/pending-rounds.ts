/** What a round still lacks. */
export type RoundNeed = 'winner' | 'receipt';

/** What the read model knows of a giveaway's rounds. */
export interface PendingRounds {
  /** How many rounds have closed by the chain's clock; the rounds before that one which lack this, oldest first. */
  find(giveaway: string, need: RoundNeed, most: number): Promise<PendingRoundsFound | undefined>;
}

export interface PendingRoundsFound {
  readonly closed: number;
  readonly indexes: readonly number[];
}
