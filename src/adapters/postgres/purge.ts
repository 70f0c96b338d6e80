import type { Sql } from './sql.ts';

const LARGEST_BATCH = 5_000;

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
// With their deliveries and attempts.
const WEBHOOK_EVENTS = {
  name: 'purge-webhook-events',
  text: `
    delete from webhook_event where id = any(array(
      select id from webhook_event where created_at < now() - interval '30 days' limit $1))
    returning true`,
};

/** Deletes what has expired: idempotency keys and events of webhooks after 30 days, sessions that are over. */
export async function purgeExpired(sql: Sql): Promise<void> {
  for (const statement of [KEYS, SESSIONS, WEBHOOK_EVENTS]) {
    let deleted: number;
    do {
      deleted = (await sql.query(statement, [LARGEST_BATCH])).length;
    } while (deleted === LARGEST_BATCH);
  }
}
