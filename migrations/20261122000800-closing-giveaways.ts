import { Migration } from '@mikro-orm/migrations';

/** Giveaways by when they end, and rolling ones by when their rounds close, so that those that closed lately are few rows. */
export class ClosingGiveaways20261122000800 extends Migration {
  override up(): void {
    this.addSql('drop index giveaway_rolling');
    this.addSql('drop index giveaway_end');
    this.addSql('create index giveaway_ending on giveaway (end_time) where end_time is not null');
    // Rounds of one period close at the same second of it, always.
    this.addSql(`
      create index giveaway_closing on giveaway (
        every_days,
        ((extract(epoch from start_time at time zone 'UTC')::bigint + active_days * 86400)
          % nullif(every_days * 86400::bigint, 0))
      ) where every_days > 0`);
  }

  override down(): void {
    this.addSql('drop index giveaway_closing');
    this.addSql('drop index giveaway_ending');
    this.addSql('create index giveaway_end on giveaway (provider_key, end_time) where end_time is not null');
    this.addSql('create index giveaway_rolling on giveaway (provider_key) where every_days > 0');
  }
}
