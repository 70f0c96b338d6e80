/** A request, and what became of it. */
export interface Attempt {
  readonly what: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Why it failed; undefined when it was answered. */
  readonly failure?: string;
}

/** A change that a client requested, under one key, as often as it took to get a response. */
export interface Change {
  readonly kind: 'listing' | 'entries' | 'draw';
  /** The listing's sourceExternalId, the Idempotency-Key, or the giveaway's id. */
  readonly id: string;
  /** What is to be there: the title of a listing. */
  readonly title?: string;
  /** The operations that its responses named; more than one is an error. */
  readonly operations: Set<string>;
  isAnswered: boolean;
}

/** What the clients of a rehearsal did. Times are milliseconds since the epoch. */
export interface Ledger {
  readonly attempts: readonly Attempt[];
  readonly changes: readonly Change[];
  note(attempt: Attempt): void;
  begin(change: Pick<Change, 'kind' | 'id' | 'title'>): Change;
}

export function createLedger(): Ledger {
  const attempts: Attempt[] = [];
  const changes: Change[] = [];
  return {
    attempts,
    changes,
    note: (attempt) => void attempts.push(attempt),
    begin(change) {
      const begun = { ...change, operations: new Set<string>(), isAnswered: false };
      changes.push(begun);
      return begun;
    },
  };
}
