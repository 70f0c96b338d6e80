import { Migration } from '@mikro-orm/migrations';

/** Indexes of giveaways by their end, and of rolling ones by when their rounds close, so that recently closed ones are few rows. */
export class ClosingGiveaways20261122000800 extends Migration {
  override up(): void {
    this.addSql('drop index giveaway_rolling');
    this.addSql('drop index giveaway_end');
    this.addSql('create index giveaway_ending on giveaway (end_time) where end_time is not null');
    // All rounds of a giveaway close at the same second of its period.
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
