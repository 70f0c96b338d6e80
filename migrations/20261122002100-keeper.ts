import { Migration } from '@mikro-orm/migrations';

/** When the keeper looks at each drawn giveaway again, and what its transactions may have cost each day. */
export class Keeper20261122002100 extends Migration {
  override up(): void {
    // New giveaways are looked at once; null when all rounds are settled. The rounds that were due then and not settled.
    this.addSql(`
      alter table giveaway
        add column draw_check_at timestamptz(3) default '-infinity',
        add column due_draws integer not null default 0`);
    this.addSql('create index giveaway_due_draws on giveaway (due_draws) where due_draws > 0');
    this.addSql(`
      create index giveaway_draw_check on giveaway (draw_check_at)
        where determination = 'ON_CHAIN_RANDOM' and draw_check_at is not null`);
    this.addSql(`
      create table keeper_day (
        day date primary key,
        -- Wei.
        spent numeric(78) not null
      )`);
  }

  override down(): void {
    this.addSql('drop table keeper_day');
    this.addSql('alter table giveaway drop column draw_check_at, drop column due_draws');
  }
}
