import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Indexes of the webhooks of an account, and of the deliveries without a job: those of the feed apart from those of providers. */
export class IndexesOfFeedWebhooks20261126090102 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'webhook_of_account',
      on: 'webhook (account_id, created_at desc, id desc) where account_id is not null',
    },
    { name: 'webhook_delivery_unqueued_by_kind', on: 'webhook_delivery (of_feed, id) where not is_queued' },
  ];
}
