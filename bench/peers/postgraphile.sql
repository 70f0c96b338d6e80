-- What the public may read of a listing and of its publisher, for PostGraphile to derive its schema from.
create schema if not exists bench_peer;

create or replace view bench_peer.publisher as
  select id, case when namespace like 'client:%' then 'SERVICE_CLIENT' else 'ACCOUNT' end as kind, created_at
  from public.publisher;
comment on view bench_peer.publisher is E'@primaryKey id';

create or replace view bench_peer.listing as
  select id, source_external_id, title, description, landing_url, provider, nullif(image, '') as image, platform,
    worth, instructions, end_date, verified, created_at, updated_at, publisher_id
  from public.listing
  where status = 'published' and ends_at > now();
comment on view bench_peer.listing is
  E'@primaryKey id\n@foreignKey (publisher_id) references bench_peer.publisher (id)|@fieldName publisher';
