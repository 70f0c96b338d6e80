import type { Sql } from './sql.ts';

const LARGEST_BATCH = 5_000;
/** Of rows that take others with them. */
const SMALL_BATCH = 500;

// A repetition that comes later than this is a new request.
const KEYS = {
  name: 'purge-keys',
  text: `
    delete from idempotency_key where ctid = any(array(
      select ctid from idempotency_key where created_at < now() - interval '30 days' limit $1))
    returning true`,
};
// better-auth deletes those alone that somebody still uses.
const SESSIONS = {
  name: 'purge-sessions',
  text: `
    delete from session where ctid = any(array(select ctid from session where expires_at < now() limit $1))
    returning true`,
};
// With their attempts. Each webhook that there are deliveries for is found by its first one.
const DELIVERIES_OF_NONE = {
  name: 'purge-deliveries-of-none',
  text: `
    with recursive told (webhook_id) as (
      (select webhook_id from webhook_delivery order by webhook_id limit 1)
      union all
      select (
        select d.webhook_id from webhook_delivery d where d.webhook_id > told.webhook_id order by d.webhook_id limit 1
      ) from told where told.webhook_id is not null
    )
    delete from webhook_delivery where id = any(array(
      select d.id from told join webhook_delivery d on d.webhook_id = told.webhook_id
      where not exists (select from webhook w where w.id = told.webhook_id) limit $1))
    returning true`,
};
const DELIVERIES = {
  name: 'purge-deliveries',
  text: `
    delete from webhook_delivery where id = any(array(
      select d.id from webhook_event e join webhook_delivery d on d.event_id = e.id
      where e.created_at < now() - interval '30 days' limit $1))
    returning true`,
};
// After their deliveries.
const WEBHOOK_EVENTS = {
  name: 'purge-webhook-events',
  text: `
    delete from webhook_event where id = any(array(
      select id from webhook_event e where created_at < now() - interval '30 days'
        and not exists (select from webhook_delivery d where d.event_id = e.id) limit $1))
    returning true`,
};
// Their jobs have had more than a day. What is not settled may still be; what was never accepted is not known.
const ERRANDS = {
  name: 'purge-provision-errands',
  text: `
    delete from provision_errand where operation_id = any(array(
      select r.operation_id from provision_errand r
        left join operation o on o.id = r.operation_id
        left join chain_transaction t on t.id = o.transaction_id
      where r.created_at < now() - interval '2 days' and (o.id is null or (
        greatest(o.updated_at, t.updated_at) < now() - interval '2 days'
        and (t.state in ('CONFIRMED', 'FINALIZED') or (t.id is null and o.error is not null))
      )) limit $1))
    returning true`,
};

const PURGES = [
  [KEYS, LARGEST_BATCH],
  [SESSIONS, LARGEST_BATCH],
  [DELIVERIES_OF_NONE, SMALL_BATCH],
  [DELIVERIES, SMALL_BATCH],
  [WEBHOOK_EVENTS, LARGEST_BATCH],
  [ERRANDS, LARGEST_BATCH],
] as const;

/**
 * Deletes what has expired: idempotency keys and events of webhooks after 30 days, sessions that are over, the log of
 * webhooks that were deleted, errands of provisions that nobody does any more.
 */
export async function purgeExpired(sql: Sql): Promise<void> {
  for (const [statement, most] of PURGES) {
    let deleted: number;
    do {
      deleted = (await sql.query(statement, [most])).length;
    } while (deleted === most);
  }
}
