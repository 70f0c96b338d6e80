import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/**
 * The first removal from a round after its close, where the chart of its entries ends, is found by one look-up. No other index has
 * the order of the expression, so that no plan expects to find it sooner among all changes.
 */
export class FirstLateChanges20261124070002 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'entry_change_late_by_block',
      on: 'entry_change (giveaway_id, round_index, (block_number + 0)) where open_round > round_index',
    },
  ];
}
