import { Migration } from '@mikro-orm/migrations';

/** Claims of operations on the rounds that they decide or confirm, so that concurrent calls take different rounds. */
export class RoundClaims20261122000700 extends Migration {
  override up(): void {
    // A claim is valid until its operation fails, and expires if its operation was never accepted.
    this.addSql(`
      create table round_claim (
        giveaway_key text collate "C" not null,
        need text not null check (need in ('winner', 'receipt')),
        round_index integer not null,
        operation_id text collate "C" not null,
        claimed_at timestamptz(3) not null default now(),
        primary key (giveaway_key, need, round_index)
      )`);
    this.addSql('create index round_claim_operation on round_claim (operation_id)');
    this.addSql('create index round_claim_age on round_claim (claimed_at)');
  }

  override down(): void {
    this.addSql('drop table round_claim');
  }
}
