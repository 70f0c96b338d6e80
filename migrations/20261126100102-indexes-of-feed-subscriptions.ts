import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Indexes of the subscriptions of the feed: the newest, and those whose lease ends first. */
export class IndexesOfFeedSubscriptions20261126100102 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'webhook_of_subscriber',
      on: 'webhook (created_at desc, id desc) where topic is not null',
    },
    { name: 'webhook_lease_end', on: 'webhook (lease_until) where topic is not null' },
  ];
}
