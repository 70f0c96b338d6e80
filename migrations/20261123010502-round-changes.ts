import { Migration } from '@mikro-orm/migrations';

const TRIGGERS = [
  ['inserted', 'insert', 'new'],
  ['updated', 'update', 'new'],
  ['deleted', 'delete', 'old'],
] as const;

/** When each round changed last, for subscribers that missed it. */
export class RoundChanges20261123010502 extends Migration {
  override up(): void {
    // Also of rounds that a reorganisation removed. The version is that of the cursor, whose step made the change.
    this.addSql(`
      create table round_change (
        giveaway_id text collate "C" not null,
        index integer not null,
        version bigint not null,
        primary key (giveaway_id, index)
      ) with (fillfactor = 70)`);
    this.addSql(`
      create function note_round_changes() returns trigger language plpgsql as $$
      begin
        insert into round_change (giveaway_id, index, version)
        select distinct giveaway_id, index, coalesce((select max(version) from chain_cursor), 0) from changed
        order by giveaway_id, index
        on conflict (giveaway_id, index) do update set version = excluded.version
          where round_change.version <> excluded.version;
        return null;
      end $$`);
    for (const [name, event, rows] of TRIGGERS)
      this.addSql(`
        create trigger giveaway_round_${name} after ${event} on giveaway_round
        referencing ${rows} table as changed for each statement execute function note_round_changes()`);
    this.addSql(`
      create function note_all_round_changes() returns trigger language plpgsql as $$
      begin
        update round_change set version = coalesce((select max(version) from chain_cursor), 0);
        return null;
      end $$`);
    this.addSql(`
      create trigger giveaway_round_erased after truncate on giveaway_round
      for each statement execute function note_all_round_changes()`);
  }

  override down(): void {
    for (const name of [...TRIGGERS.map(([name]) => name), 'erased'])
      this.addSql(`drop trigger giveaway_round_${name} on giveaway_round`);
    this.addSql('drop function note_round_changes(), note_all_round_changes()');
    this.addSql('drop table round_change');
  }
}
