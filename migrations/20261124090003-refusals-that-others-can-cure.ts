import { BatchMigration } from '../src/adapters/postgres/migrate/batch-migration.ts';

/** Deletes stored answers that release 0.1.0 gave to all repetitions, although another party can cure the refusal. */
export class RefusalsThatOthersCanCure20261124090003 extends BatchMigration {
  readonly estimate = `
    select greatest(reltuples, 0)::bigint as rows from pg_class where oid = 'idempotency_key'::regclass`;

  readonly batch = `
    with position as (select ?::jsonb as p), size as (select ?::integer as rows), part as materialized (
      select provider_id, key, answer -> 'error' ->> 'code' as code from idempotency_key, position
      where p is null or (provider_id, key) > (p ->> 'provider', p ->> 'key')
      order by provider_id, key limit (select rows from size)
    ), deleted as (
      delete from idempotency_key k using part
      where k.provider_id = part.provider_id and k.key = part.key and part.code = 'UNAUTHORIZED'
    )
    select count(*) as rows, case when count(*) = (select rows from size) then (
      select jsonb_build_object('provider', provider_id, 'key', key)
      from part order by provider_id desc, key desc limit 1) end::text as position
    from part`;
}
