import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * Lets the operator withhold listings: one listing (hidden_reason), or all of a publisher (is_blocked). The column `status` is
 * what the public sees: a listing that its publisher has published and the operator withholds is `withheld`, with the status
 * withdrawn, so that no statement or index of the feed has another condition. The trigger also applies to instances of an
 * earlier release, which write `status` alone.
 */
export class WithheldListings20261123001000 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'reasons why the operator hides a listing',
      count: 'select count(*) as rows from listing where hidden_reason is not null',
    },
    {
      what: 'reasons why the operator blocks a publisher',
      count: 'select count(*) as rows from publisher where blocked_reason is not null',
    },
  ];

  override up(): void {
    this.addSql('alter table publisher add column blocked_reason text');
    this.addSql(`
      alter table listing add column hidden_reason text, add column is_blocked boolean not null default false,
        add column withheld boolean not null default false, add column changed_at timestamptz(3)`);
    this.addSql(`
      create function withhold_listing() returns trigger language plpgsql as $$
      begin
        new.status := 'withdrawn';
        new.withheld := true;
        return new;
      end $$`);
    this.addSql(`
      create trigger listing_withheld before insert or update on listing for each row
        when (new.status = 'published' and (new.hidden_reason is not null or new.is_blocked))
        execute function withhold_listing()`);
  }

  override down(): void {
    this.addSql('drop trigger listing_withheld on listing');
    this.addSql('drop function withhold_listing');
    this.addSql(`
      alter table listing drop column hidden_reason, drop column is_blocked, drop column withheld, drop column changed_at`);
    this.addSql('alter table publisher drop column blocked_reason');
  }
}
