import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** The ends of the listings that are marked as ended: the latest shows whether one is marked that has not ended. */
export class MarkedEnds20261123010101 extends IndexMigration {
  override readonly indexes = [
    { name: 'listing_marked_ends', on: `listing (ends_at, id) where status = 'published' and ended` },
  ];
}
