-- What the public may read of giveaways, rounds, entries and passports, for PostGraphile to derive its schema from.
-- Passports are joined by their keys as they are stored, since an index serves no cast.
drop schema if exists bench_giveaways cascade;
create schema bench_giveaways;

create view bench_giveaways.passport as
  select id as key, 'psp_' || id as id, id::integer as passport_id, owner, max_transfers::integer as max_transfers,
    transfers_used, minted_at
  from public.passport;
comment on view bench_giveaways.passport is E'@primaryKey key';

create view bench_giveaways.giveaway as
  select id, key, external_id as giveaway_id, provider_key, start_time, end_time, determination as determination_type,
    requires_handshake, entries_carry_over as rolling_entries_carry_over, nullif(metadata_uri, '') as metadata_uri,
    created_at, transaction_hash
  from public.giveaway;
comment on view bench_giveaways.giveaway is E'@primaryKey id';

create view bench_giveaways.round as
  select r.giveaway_id, r.index, 'rnd_' || substr(r.giveaway_id, 5) || '_' || r.index as id,
    (r.net_entries + case when g.entries_carry_over then (
      select coalesce(sum(b.net_entries), 0) from public.giveaway_round b
      where b.giveaway_id = r.giveaway_id and b.index < r.index
    ) else 0 end)::integer as entries_total,
    r.holders, r.decided_at, nullif(r.metadata_uri, '') as metadata_uri, nullif(r.image_uri, '') as image_uri
  from public.giveaway_round r join public.giveaway g on g.id = r.giveaway_id;
comment on view bench_giveaways.round is
  E'@primaryKey giveaway_id,index\n@foreignKey (giveaway_id) references bench_giveaways.giveaway (id)|@foreignFieldName rounds';

create view bench_giveaways.entry as
  select 'ent_' || substr(giveaway_id, 5) || '_' || round_index || '_' || passport_id as id, giveaway_id, round_index,
    leaf, passport_id as passport_key, entries::integer as entries, changed_at
  from public.entry;
comment on view bench_giveaways.entry is
  E'@primaryKey giveaway_id,round_index,leaf\n@foreignKey (giveaway_id, round_index) references bench_giveaways.round (giveaway_id, index)|@foreignFieldName entries\n@foreignKey (passport_key) references bench_giveaways.passport (key)|@fieldName passport';
