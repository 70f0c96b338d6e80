/** The result of a migration of listings. */
export interface MigratedListings {
  /** Listings that changed their publisher, including those of the legacy endpoint. */
  readonly migrated: number;
  /** Withdrawn listings that were not moved, because the new publisher has listings of the same IDs. */
  readonly left: number;
  /** Withdrawn listings of the new publisher that were replaced by published ones of the same IDs. */
  readonly replaced: number;
}

/** The listings that both publishers have published under the same ID. */
export interface Collisions {
  readonly count: number;
  /** The first ones, in order. */
  readonly sourceExternalIds: readonly string[];
}

interface Owner {
  readonly id: string;
  readonly namespace: string;
}

/** Moves all listings of a publisher to another one by SQL statements, without reading them into memory. */
export interface ListingMigration {
  /**
   * Moves all listings to another publisher, with their ids, times and badges; or changes nothing and returns the
   * collisions. A listing that is published at the same time waits, and is then moved or stays; it is never lost.
   * Throws SERVICE_UNAVAILABLE when the new publisher publishes one of the IDs at the same time.
   */
  migrate(from: Owner, to: Owner): Promise<MigratedListings | Collisions>;
}
