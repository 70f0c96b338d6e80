/** Transactions over these stores, each by the name of its port. */
export interface InTransaction<Stores> {
  /** Runs the work in one database transaction, which commits when it resolves and rolls back when it throws. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
