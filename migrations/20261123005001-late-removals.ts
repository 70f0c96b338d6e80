import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Removals in a later round than that of the entries: what a closed round counted is the present state and these. */
export class LateRemovals20261123005001 extends IndexMigration {
  override readonly indexes = [
    {
      name: 'entry_change_late_of_entry',
      on: `entry_change (giveaway_id, round_index, passport_id, open_round) include (amount, entries, block_number)
        where open_round > round_index`,
    },
    {
      name: 'entry_change_late_in_round',
      on: 'entry_change (giveaway_id, open_round) include (amount) where open_round > round_index',
    },
  ];
}
