import { Migration } from '@mikro-orm/migrations';

/** Publishers and their listings, with the indexes that the feed reads by. */
export class Listings20261121000000 extends Migration {
  override up(): void {
    this.addSql(`
      create table publisher (
        id text collate "C" primary key,
        namespace text collate "C" not null unique,
        created_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table listing (
        id text collate "C" primary key,
        namespace text collate "C" not null,
        publisher_id text collate "C" references publisher (id),
        source_external_id text collate "C" not null,
        title text not null,
        description text not null,
        landing_url text not null,
        provider text collate "C" not null,
        image text not null,
        platform text collate "C" not null,
        worth text not null,
        instructions text not null,
        end_date timestamptz(3),
        ends_at timestamptz(3) generated always as (coalesce(end_date, 'infinity')) stored,
        verified boolean not null,
        status text not null check (status in ('published', 'withdrawn')),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        search tsvector not null,
        unique (namespace, source_external_id)
      )`);
    this.addSql(
      `create index listing_recently_updated on listing (updated_at desc, id desc) where status = 'published'`,
    );
    this.addSql(
      `create index listing_newest on listing (created_at desc, id desc) where status = 'published'`,
    );
    this.addSql(`create index listing_ending_soon on listing (ends_at, id) where status = 'published'`);
    this.addSql(
      `create index listing_platform on listing (platform, updated_at desc, id desc) where status = 'published'`,
    );
    this.addSql(
      `create index listing_provider on listing (provider, updated_at desc, id desc) where status = 'published'`,
    );
    this.addSql(`create index listing_search on listing using gin (search) where status = 'published'`);
    this.addSql(`create index listing_own on listing (publisher_id, updated_at desc, id desc)`);
  }

  override down(): void {
    this.addSql('drop table listing');
    this.addSql('drop table publisher');
  }
}
