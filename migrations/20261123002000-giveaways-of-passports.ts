import { Migration } from '@mikro-orm/migrations';

/** The giveaways of a passport in their order, from now on; GiveawaysOfEarlierEntries adds those of earlier entries. */
export class GiveawaysOfPassports20261123002000 extends Migration {
  override up(): void {
    this.addSql(`
      create table passport_giveaway (
        passport_id bigint not null,
        giveaway_id text collate "C" not null,
        created_at timestamptz(3) not null,
        primary key (passport_id, giveaway_id)
      )`);
    this.addSql(
      'create index passport_giveaway_newest on passport_giveaway (passport_id, created_at desc, giveaway_id desc)',
    );
    // A trigger, because instances of the version before this one project entries, too. Rows whose entries a reorganisation
    // removes stay: reads look for an entry.
    this.addSql(`
      create function keep_giveaways_of_passports() returns trigger language plpgsql as $$
      begin
        insert into passport_giveaway (passport_id, giveaway_id, created_at)
        select e.passport_id, e.giveaway_id, g.created_at
        from (select distinct passport_id, giveaway_id from added) e join giveaway g on g.id = e.giveaway_id
        on conflict (passport_id, giveaway_id) do update set created_at = excluded.created_at
          where passport_giveaway.created_at <> excluded.created_at;
        return null;
      end $$`);
    this.addSql(`
      create trigger keep_giveaways_of_passports after insert on entry referencing new table as added
        for each statement execute function keep_giveaways_of_passports()`);
  }

  override down(): void {
    this.addSql('drop trigger keep_giveaways_of_passports on entry');
    this.addSql('drop function keep_giveaways_of_passports');
    this.addSql('drop table passport_giveaway');
  }
}
