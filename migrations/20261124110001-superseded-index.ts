import { Migration } from '@mikro-orm/migrations';

/**
 * Drops an index whose columns are the first ones of `giveaway_round_won`, which serves the statements of release 0.1.0 too. With both,
 * PostgreSQL may sort all wins of one instant instead of reading them in order.
 */
export class SupersededIndex20261124110001 extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists giveaway_round_winner');
  }

  override down(): void {
    this.addSql(
      'create index concurrently if not exists giveaway_round_winner on giveaway_round (winner_passport_id, decided_at desc) where winner_passport_id is not null',
    );
  }
}
