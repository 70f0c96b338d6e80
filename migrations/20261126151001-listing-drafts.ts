import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** Drafts of listings. Earlier releases neither read nor write them. */
export class ListingDrafts20261126151001 extends Migration implements LosingMigration {
  readonly losses = [{ what: 'drafts of listings', count: 'select count(*) as rows from listing_draft' }];

  override up(): void {
    // The texts are JSON as a text: they may have characters that jsonb refuses.
    this.addSql(`
      create table listing_draft (
        account_id text collate "C" not null,
        id text collate "C" not null,
        revision integer not null,
        texts text not null,
        listing_id text collate "C",
        listing_version timestamptz(3),
        picture text collate "C",
        created_at timestamptz(3) not null,
        saved_at timestamptz(3) not null,
        primary key (account_id, id)
      )`);
    this.addSql('create index listing_draft_saved on listing_draft (saved_at)');
    this.addSql('create index listing_draft_picture on listing_draft (picture) where picture is not null');
  }

  override down(): void {
    this.addSql('drop table listing_draft');
  }
}
