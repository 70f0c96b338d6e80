/** What a migration of listings came to. */
export interface MigratedListings {
  /** Listings that changed their publisher, those of the legacy endpoint included. */
  readonly migrated: number;
  /** Withdrawn listings that stayed, because the new publisher has listings of the same IDs. */
  readonly left: number;
  /** Withdrawn listings of the new publisher that gave way to published ones of the same IDs. */
  readonly replaced: number;
}

/** Listings that both publishers have published under the same ID. */
export interface Collisions {
  readonly count: number;
  /** The first ones, in order. */
  readonly sourceExternalIds: readonly string[];
}

interface Owner {
  readonly id: string;
  readonly namespace: string;
}

/** Moves listings from publisher to publisher, in the database: however many there are, none of them is read here. */
export interface ListingMigration {
  /**
   * Gives all listings of one publisher to another, with their ids, times and badges; or changes nothing, and answers
   * which of them collide. Listings that are being published meanwhile wait, and are moved or stay, but never get lost.
   * Throws SERVICE_UNAVAILABLE when the new publisher published one of the IDs at this moment.
   */
  migrate(from: Owner, to: Owner): Promise<MigratedListings | Collisions>;
}
