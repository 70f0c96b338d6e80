import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** An index of the domains that are checked again, in the order in which they are due. */
export class DueDomains20261126070002 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'publisher_domain_check_at',
      on: 'publisher (domain_check_at) where domain_check_at is not null',
    },
  ];
}
