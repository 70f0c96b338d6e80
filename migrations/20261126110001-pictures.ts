import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** Pictures of listings. Earlier releases neither read nor write them. */
export class Pictures20261126110001 extends Migration implements LosingMigration {
  readonly losses = [{ what: 'pictures of listings', count: 'select count(*) as rows from picture' }];

  override up(): void {
    this.addSql(`
      create table picture (
        publisher_id text collate "C" not null references publisher (id),
        id text collate "C" not null,
        bytes integer not null,
        small bytea not null,
        medium bytea not null,
        large bytea not null,
        kept_at timestamptz not null default now(),
        primary key (publisher_id, id)
      )`);
    // The files are compressed already, and rows without them are counted fast.
    for (const size of ['small', 'medium', 'large'])
      this.addSql(`alter table picture alter column ${size} set storage external`);
    this.addSql('create index picture_by_id on picture (id)');
    this.addSql('create index picture_kept on picture (kept_at)');
    this.addSql(`
      alter table listing add column uploaded_picture text collate "C", add column fetched_picture text collate "C",
        add column fetched_from text`);
  }

  override down(): void {
    this.addSql(
      'alter table listing drop column uploaded_picture, drop column fetched_picture, drop column fetched_from',
    );
    this.addSql('drop table picture');
  }
}
