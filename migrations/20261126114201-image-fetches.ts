import { Migration } from '@mikro-orm/migrations';

/** Attempts to fetch the images of listings: how many, when the next one is due, and why the last one failed. */
export class ImageFetches20261126114201 extends Migration {
  override up(): void {
    this.addSql(`
      create table image_fetch (
        listing_id text collate "C" not null primary key,
        url text not null,
        attempts integer not null,
        next_at timestamptz,
        failure text
      )`);
  }

  override down(): void {
    this.addSql('drop table image_fetch');
  }
}
