import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Finds listings by any combination of facts. */
export class IndexOfListingFacts20261126113002 extends IndexMigration {
  override readonly indexes = [
    { name: 'listing_facts', on: 'listing using gin (facts) where facts is not null' },
  ];
}
