import { Migration } from '@mikro-orm/migrations';

/** The time at which the keeper looked last: an earlier one afterwards shows that the clock had been ahead. */
export class KeeperClock20261123010102 extends Migration {
  override up(): void {
    this.addSql(`
      create table keeper_clock (
        one boolean primary key check (one),
        at timestamptz(3) not null
      )`);
  }

  override down(): void {
    this.addSql('drop table keeper_clock');
  }
}
