/** What taking a migration back would lose. */
export interface Loss {
  /** Such as 'reasons why listings are hidden'. */
  readonly what: string;
  /** Reads how many there are, as `rows`. */
  readonly count: string;
  /** What to do instead, where the earlier release does not work with it either. */
  readonly advice?: string;
}

/** A migration that loses something when it is taken back; others lose nothing. */
export interface LosingMigration {
  readonly losses: readonly Loss[];
}
