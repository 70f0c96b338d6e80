import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/**
 * Drops the index that `giveaway_round_won` includes, which serves the statements of release 0.1.0 too. With both, PostgreSQL may sort
 * all wins of one instant instead of reading them in order.
 */
export class SupersededIndex20261124110001 extends IndexMigration {
  override readonly superseded = [
    {
      name: 'giveaway_round_winner',
      on: 'giveaway_round (winner_passport_id, decided_at desc) where winner_passport_id is not null',
    },
  ];
}
