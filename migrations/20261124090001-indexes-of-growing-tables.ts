import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** The indexes that the statements of release 0.2.0 need in the tables that release 0.1.0 has filled. */
export class IndexesOfGrowingTables20261124090001 extends IndexMigration {
  override readonly indexes = [
    { name: 'listing_blocked', on: 'listing (publisher_id) where is_blocked' },
    // Also orders the wins of one instant.
    {
      name: 'giveaway_round_won',
      on: `giveaway_round (winner_passport_id, decided_at desc, giveaway_id desc, index desc)
        where winner_passport_id is not null`,
    },
    { name: 'prize_delivery_check_at', on: 'prize_delivery (check_at) where check_at is not null' },
    // Finds the effect of a key of an operation on the chain. Changes of entries are found by their passport.
    {
      name: 'chain_event_op_key',
      on: `chain_event ((args ->> 'opKey')) where name in ('Provisioned', 'RoundMetadataSet', 'RoundImageSet')`,
    },
    { name: 'webhook_delivery_due', on: `webhook_delivery (webhook_id, due_at, id) where state = 'PENDING'` },
    {
      name: 'webhook_creation',
      on: 'webhook (provider_id, creation_id) where creation_id is not null',
      unique: true,
    },
    {
      name: 'service_client_creation',
      on: 'service_client (creation_id) where creation_id is not null',
      unique: true,
    },
  ];
}
