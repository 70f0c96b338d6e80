import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/**
 * Finds the listings of a publisher in the orders of its table, those that the public does not see, and those by the beginning of
 * its own ID. `listing_own` has the order of changes.
 */
export class IndexesOfOwnListings20261126210001 extends IndexMigration {
  override readonly indexes = [
    { name: 'listing_own_created', on: 'listing (publisher_id, created_at desc, id desc)' },
    { name: 'listing_own_ends', on: 'listing (publisher_id, ends_at, id)' },
    {
      name: 'listing_own_unseen',
      on: `listing (publisher_id, withheld, updated_at desc, id desc) where status = 'withdrawn'`,
    },
    // Collation C: all IDs that begin with a text sort between the text and the text followed by the last code point.
    { name: 'listing_own_source', on: 'listing (publisher_id, (source_external_id collate "C"))' },
  ];
}
