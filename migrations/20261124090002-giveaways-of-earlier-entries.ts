import { BatchMigration } from '../src/adapters/postgres/migrate/batch-migration.ts';

/** The giveaways of passports whose entries are older than the trigger of GiveawaysOfPassports. */
export class GiveawaysOfEarlierEntries20261124090002 extends BatchMigration {
  readonly estimate = `select greatest(reltuples, 0)::bigint as rows from pg_class where oid = 'entry'::regclass`;

  readonly batch = `
    with position as (select ?::jsonb as p), size as (select ?::integer as rows), part as materialized (
      select giveaway_id, round_index, leaf, passport_id from entry, position
      where p is null
        or (giveaway_id, round_index, leaf) > (p ->> 'giveaway', (p ->> 'round')::integer, (p ->> 'leaf')::integer)
      order by giveaway_id, round_index, leaf limit (select rows from size)
    ), kept as (
      insert into passport_giveaway (passport_id, giveaway_id, created_at)
      select distinct part.passport_id, part.giveaway_id, g.created_at
      from part join giveaway g on g.id = part.giveaway_id
      on conflict (passport_id, giveaway_id) do nothing
    )
    select count(*) as rows, case when count(*) = (select rows from size) then (
      select jsonb_build_object('giveaway', giveaway_id, 'round', round_index, 'leaf', leaf)
      from part order by giveaway_id desc, round_index desc, leaf desc limit 1) end::text as position
    from part`;
}
