import { Migration } from '@mikro-orm/migrations';

/** What came of comparing recorded prize deliveries with the chains that they happened on. */
export class PrizeDeliveryChecks20261121001200 extends Migration {
  override up(): void {
    // Counts for the delivery that this transaction recorded, and for no other of the round.
    this.addSql(`
      create table prize_delivery_check (
        giveaway_id text collate "C" not null,
        round_index integer not null,
        delivery_transaction_hash text collate "C" not null,
        begun_at timestamptz(3) not null,
        verdict text collate "C" check (verdict in ('VERIFIED', 'MISMATCH', 'UNVERIFIABLE')),
        settled_at timestamptz(3),
        primary key (giveaway_id, round_index)
      )`);
  }

  override down(): void {
    this.addSql('drop table prize_delivery_check');
  }
}
