import { Migration } from '@mikro-orm/migrations';

/** The statistics of finished days (UTC), one row a day; `platforms` has the most frequent ones, as their keys. */
export class DayCounts20261125220006 extends Migration {
  override up(): void {
    this.addSql(`
      create table day_count (
        day date primary key,
        listings integer not null,
        platforms jsonb not null,
        draws integer,
        entries bigint,
        counted_at timestamptz(3) not null default now()
      )`);
  }

  override down(): void {
    this.addSql('drop table day_count');
  }
}
