import { Migration } from '@mikro-orm/migrations';

/** How often visitors followed the link of a listing to its landing page, by UTC day. */
export class ListingClicks20261124130001 extends Migration {
  override up(): void {
    this.addSql(`
      create table listing_click (
        listing_id text collate "C" not null references listing (id) on delete cascade,
        day date not null,
        clicks integer not null,
        primary key (listing_id, day)
      )`);
    this.addSql('create index listing_click_day on listing_click (day)');
  }

  override down(): void {
    this.addSql('drop table listing_click');
  }
}
