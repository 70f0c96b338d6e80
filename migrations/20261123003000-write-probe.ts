import { Migration } from '@mikro-orm/migrations';

/** A row of almost a page that is written to see whether the database can store anything. */
export class WriteProbe20261123003000 extends Migration {
  override up(): void {
    this.addSql('create table write_probe (filler text not null)');
    // Neither compressed nor moved out of the row, so that each row needs a page of its own.
    this.addSql('alter table write_probe alter column filler set storage plain');
  }

  override down(): void {
    this.addSql('drop table write_probe');
  }
}
