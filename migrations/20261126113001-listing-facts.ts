import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

// Instances of an earlier release keep the facts of listings that they publish again, and announce listings without looking at the
// facts of a followed filter.
const noteChange = (old: string, value: string) => `
  create or replace function keep_listing_change() returns trigger language plpgsql as $$
  begin
    if not exists (select from webhook_filter) then
      return null;
    end if;
    if tg_op = 'UPDATE' and old.status = 'published' then
      insert into listing_change
          (listing_id, was_published, platform_key, provider_key, verified, ends_at, search${old})
        values (new.id, true, old.platform_key, old.provider_key, old.verified, old.ends_at, old.search${value});
    else
      insert into listing_change (listing_id, was_published) values (new.id, false);
    end if;
    return null;
  end $$`;

const TOLD = ['status', 'verified', 'end_date', 'title', 'description', 'provider', 'platform'];
const trigger = (columns: readonly string[]) => {
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  return `
  create or replace trigger listing_changed after update on listing for each row
    when (new.status = 'published' and (${of('new')}) is distinct from (${of('old')}))
    execute function keep_listing_change()`;
};

/** The facts of listings as words: regions, minimum age, number of prizes, kind and allocation. */
export class ListingFacts20261126113001 extends Migration implements LosingMigration {
  readonly losses = [
    { what: 'listings with facts', count: "select count(*) as rows from listing where facts <> ''" },
  ];

  override up(): void {
    this.addSql('alter table listing add column facts tsvector');
    this.addSql('alter table listing_change add column facts tsvector');
    this.addSql('alter table webhook_filter add column facts tsquery');
    this.addSql(noteChange(', facts', ', old.facts'));
    this.addSql(trigger([...TOLD, 'facts']));
  }

  override down(): void {
    this.addSql(trigger(TOLD));
    this.addSql(noteChange('', ''));
    this.addSql('alter table webhook_filter drop column facts');
    this.addSql('alter table listing_change drop column facts');
    this.addSql('alter table listing drop column facts');
  }
}
