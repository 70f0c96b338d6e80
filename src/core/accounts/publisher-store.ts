/** The public identity of an account or a service client. */
export interface Publisher {
  readonly id: string;
  readonly namespace: string;
  readonly createdAt: Date;
}

/** Stores publishers, unique by namespace. */
export interface PublisherStore {
  /** The publishers of these ids, in any order. */
  findMany(ids: readonly string[]): Promise<Publisher[]>;
  findByNamespace(namespace: string): Promise<Publisher | undefined>;
  findOrCreate(namespace: string, now: Date): Promise<Publisher>;
}
