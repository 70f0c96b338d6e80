import { Migration } from '@mikro-orm/migrations';

/** When each recorded delivery is checked, why it is not verified, and which transfer proves which delivery. */
export class VerifiedTransfers20261123004001 extends Migration {
  override up(): void {
    // Null once it is settled; all deliveries are checked again, whoever recorded them.
    this.addSql(`alter table prize_delivery add column check_at timestamptz(3) default '-infinity'`);
    // Null in the rows of earlier checks, which do not count any more.
    this.addSql(`
      alter table prize_delivery_check
        add column revision integer,
        add column reason text collate "C",
        add column transfer jsonb`);
    this.addSql(`
      create table prize_transfer (
        chain_id numeric(20) not null,
        transaction_hash text collate "C" not null,
        -- The number of the log in its block; -1 for the payment of the transaction itself.
        transfer_index integer not null,
        giveaway_id text collate "C" not null,
        round_index integer not null,
        primary key (chain_id, transaction_hash, transfer_index)
      )`);
  }

  override down(): void {
    this.addSql('drop table prize_transfer');
    this.addSql(
      'alter table prize_delivery_check drop column revision, drop column reason, drop column transfer',
    );
    this.addSql('alter table prize_delivery drop column check_at');
  }
}
