/** The public identity of an account or a service client. */
export interface Publisher {
  readonly id: string;
  readonly namespace: string;
  readonly createdAt: Date;
  /** Why the operator has blocked it; null unless it is blocked. */
  readonly blockedReason: string | null;
}

/** Stores publishers, unique by namespace. */
export interface PublisherStore {
  /** The publishers of these ids, in any order. */
  findMany(ids: readonly string[]): Promise<Publisher[]>;
  findByNamespace(namespace: string): Promise<Publisher | undefined>;
  /** Blocks a publisher, which can no longer publish from now on, or ends its block; undefined when there is none. */
  setBlocked(id: string, reason: string | null): Promise<Publisher | undefined>;
  findOrCreate(namespace: string, now: Date): Promise<Publisher>;
}
