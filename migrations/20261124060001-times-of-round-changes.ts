import { Migration } from '@mikro-orm/migrations';

/** When a round changed last, by the database's clock: versions begin anew at those of an older backup that is restored. */
export class TimesOfRoundChanges20261124060001 extends Migration {
  override up(): void {
    this.addSql(`alter table round_change add column changed_at timestamptz not null default '-infinity'`);
    this.addSql('alter table round_change alter column changed_at set default now()');
    this.addSql(noteChanges(', changed_at = excluded.changed_at'));
    this.addSql(noteAllChanges(', changed_at = now()'));
  }

  override down(): void {
    this.addSql(noteChanges(''));
    this.addSql(noteAllChanges(''));
    this.addSql('alter table round_change drop column changed_at');
  }
}

const noteChanges = (more: string) => `
  create or replace function note_round_changes() returns trigger language plpgsql as $$
  begin
    insert into round_change (giveaway_id, index, version)
    select distinct giveaway_id, index, coalesce((select max(version) from chain_cursor), 0) from changed
    order by giveaway_id, index
    on conflict (giveaway_id, index) do update set version = excluded.version${more}
      where round_change.version <> excluded.version;
    return null;
  end $$`;

const noteAllChanges = (more: string) => `
  create or replace function note_all_round_changes() returns trigger language plpgsql as $$
  begin
    update round_change set version = coalesce((select max(version) from chain_cursor), 0)${more};
    return null;
  end $$`;
