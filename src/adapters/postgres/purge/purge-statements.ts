import { DRAFT_DAYS } from '../../../core/listings/drafts/saved-draft.ts';
import { INVITATION_DAYS } from '../../../core/publishers/members/publisher-member-store.ts';
import { REPORT_PURGES } from './purge-reports.ts';
import { LARGE_BATCH, type Purge } from './purge-statement.ts';

/** For rows that are deleted together with others. */
const SMALL_BATCH = 500;
/** For transactions, each with many operations. */
const TRANSACTION_BATCH = 100;

/**
 * Deletes expired rows of a table. One that is changed at the same time may be in use again: it is left, until the next purge if it
 * is still expired.
 */
const expired = (table: string, condition: string) => `
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit $1 for update skip locked))
    returning true`;

// A repetition after this time is a new request.
const KEYS: Purge = {
  name: 'purge-keys',
  batch: LARGE_BATCH,
  text: expired('idempotency_key', `created_at < now() - interval '30 days'`),
};
const CLICKS: Purge = {
  name: 'purge-clicks',
  batch: LARGE_BATCH,
  text: `
    delete from listing_click where ctid = any(array(
      select ctid from listing_click where day < current_date - 90 order by day limit $1))
    returning true`,
};
// Nobody sees them, and their publishers cannot remove them. A listing that is published again has its image fetched again.
const FETCHED_PICTURES: Purge = {
  name: 'purge-fetched-pictures',
  batch: SMALL_BATCH,
  text: `
    update listing set fetched_picture = null, fetched_from = null where id = any(array(
      select id from listing
      where fetched_picture is not null and (
        status = 'withdrawn' and not withheld and updated_at < now() - interval '1 day' or fetched_from is distinct from image
      ) limit $1 for update skip locked))
    returning true`,
};
// A listing that gets a picture changes its row.
const PICTURES: Purge = {
  name: 'purge-pictures',
  batch: SMALL_BATCH,
  text: expired(
    'picture',
    `kept_at < now() - interval '1 day'
        and not exists (select from listing l where l.uploaded_picture = picture.id)
        and not exists (select from listing l where l.fetched_picture = picture.id)
        and not exists (select from listing_draft d where d.picture = picture.id)`,
  ),
};
// Before their pictures.
const DRAFTS: Purge = {
  name: 'purge-listing-drafts',
  batch: SMALL_BATCH,
  text: expired('listing_draft', `saved_at < now() - interval '${DRAFT_DAYS} days' order by saved_at`),
};
const INVITATIONS: Purge = {
  name: 'purge-invitations',
  batch: SMALL_BATCH,
  text: expired(
    'publisher_member',
    `joined_at is null and invited_at < now() - interval '${INVITATION_DAYS} days' order by invited_at`,
  ),
};
// better-auth deletes an expired session only when it is used.
const SESSIONS: Purge = {
  name: 'purge-sessions',
  batch: LARGE_BATCH,
  text: expired('session', 'expires_at < now() order by expires_at'),
};
// As long as their cookies (DEVICE_DAYS).
const DEVICES: Purge = {
  name: 'purge-devices',
  batch: LARGE_BATCH,
  text: expired('account_device', `last_seen_at < now() - interval '400 days' order by last_seen_at`),
};
// Before the deliveries of deleted webhooks.
const ENDED_LEASES: Purge = {
  name: 'purge-ended-leases',
  batch: SMALL_BATCH,
  text: expired('webhook', 'topic is not null and lease_until < now() order by lease_until'),
};
// A request is confirmed within minutes, or its job was given up.
const SUBSCRIPTION_REQUESTS: Purge = {
  name: 'purge-subscription-requests',
  batch: LARGE_BATCH,
  text: expired('subscription_request', `created_at < now() - interval '1 hour' order by created_at`),
};
// Deliveries of deleted webhooks, with their attempts. The recursion reads each webhook id by one index lookup.
const ORPHANED_DELIVERIES: Purge = {
  name: 'purge-deliveries-of-none',
  batch: SMALL_BATCH,
  text: `
    with recursive receiver (webhook_id) as (
      (select webhook_id from webhook_delivery order by webhook_id limit 1)
      union all
      select (
        select d.webhook_id from webhook_delivery d where d.webhook_id > receiver.webhook_id order by d.webhook_id limit 1
      ) from receiver where receiver.webhook_id is not null
    )
    delete from webhook_delivery where id = any(array(
      select d.id from receiver join webhook_delivery d on d.webhook_id = receiver.webhook_id
      where not exists (select from webhook w where w.id = receiver.webhook_id) limit $1))
    returning true`,
};
// Nobody can see them. What a subscriber got is remembered by its matches.
const DELIVERIES_TO_SUBSCRIBERS: Purge = {
  name: 'purge-deliveries-to-subscribers',
  batch: SMALL_BATCH,
  text: `
    delete from webhook_delivery where id = any(array(
      select d.id from webhook h cross join lateral (
        select id from webhook_delivery
        where webhook_id = h.id and created_at < now() - interval '1 day' and state <> 'PENDING' limit $1
      ) d
      where h.topic is not null limit $1))
    returning true`,
};
const DELIVERIES: Purge = {
  name: 'purge-deliveries',
  batch: SMALL_BATCH,
  text: `
    delete from webhook_delivery where id = any(array(
      select d.id from webhook_event e join webhook_delivery d on d.event_id = e.id
      where e.created_at < now() - interval '30 days' limit $1))
    returning true`,
};
// After their deliveries were deleted.
const WEBHOOK_EVENTS: Purge = {
  name: 'purge-webhook-events',
  batch: LARGE_BATCH,
  text: `
    delete from webhook_event where id = any(array(
      select id from webhook_event e where created_at < now() - interval '30 days'
        and not exists (select from webhook_delivery d where d.event_id = e.id) limit $1))
    returning true`,
};
// A listing that begins to match once more after this time is announced again.
const WEBHOOK_MATCHES: Purge = {
  name: 'purge-webhook-matches',
  batch: LARGE_BATCH,
  text: expired('webhook_match', `matched_at < now() - interval '90 days' order by matched_at`),
};
// Keeps open operations; deletes settled and never-accepted ones after two days. Their jobs have had more than a day.
const FOLLOW_UPS: Purge = {
  name: 'purge-follow-ups',
  batch: LARGE_BATCH,
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

// By then the contracts have recorded whether the round was decided.
const claimsOf = (table: string): Purge => ({
  name: `purge-${table.replace('_', '-')}s`,
  batch: LARGE_BATCH,
  text: `
    delete from ${table} where ctid = any(array(
      select k.ctid from ${table} k
        left join operation o on o.id = k.operation_id
        left join chain_transaction t on t.id = o.transaction_id
      where k.claimed_at < now() - interval '2 days'
        and (o.id is null or o.error is not null or t.state = 'FINALIZED') limit $1))
    returning true`,
});

// Whom the keeper served last decides whom it serves next.
const KEEPER_OPERATIONS: Purge = {
  name: 'purge-keeper-operations',
  batch: LARGE_BATCH,
  text: `
    delete from keeper_operation where operation_id = any(array(
      select operation_id from keeper_operation where submitted_at < now() - interval '30 days'
      order by submitted_at limit $1))
    returning true`,
};

// Codes of the last day are counted against the limit of unused codes per e-mail address.
const SIGN_IN_CODES: Purge = {
  name: 'purge-sign-in-codes',
  batch: LARGE_BATCH,
  text: `
    delete from sign_in_code where ctid = any(array(
      select ctid from sign_in_code where created_at < now() - interval '1 day' order by created_at limit $1))
    returning true`,
};
// Long after no instance accepts them, however its clock differs.
const PASSKEY_CHALLENGES: Purge = {
  name: 'purge-passkey-challenges',
  batch: LARGE_BATCH,
  text: `
    delete from passkey_challenge where ctid = any(array(
      select ctid from passkey_challenge where expires_at < now() - interval '1 day' order by expires_at limit $1))
    returning true`,
};
// Operations refused before any transaction.
const REFUSED_OPERATIONS: Purge = {
  name: 'purge-refused-operations',
  batch: LARGE_BATCH,
  isOfOperations: true,
  text: `
    delete from operation where id = any(array(
      select id from operation
      where transaction_id is null and error is not null and updated_at < now() - $2 * interval '1 day'
      order by updated_at limit $1))
    returning true`,
};
// With their operations and attempts, unless an operation continued in another transaction. The highest block of a chain is
// retained: the outbox recognizes a lagging node by it after a restart.
const SETTLED_TRANSACTIONS: Purge = {
  name: 'purge-settled-transactions',
  batch: TRANSACTION_BATCH,
  isOfOperations: true,
  text: `
    with old as materialized (
      select id from chain_transaction t
      where state in ('FINALIZED', 'REPLACED') and updated_at < now() - $2 * interval '1 day'
        and not exists (
          select from operation o
          where o.id = any(t.operation_ids) and (o.transaction_id is distinct from t.id or t.state = 'REPLACED')
        )
        and block_number is distinct from (
          select h.block_number from chain_transaction h
          where h.chain_id = t.chain_id and h.block_number is not null order by h.block_number desc limit 1
        )
      order by updated_at limit $1
    ), operations as (
      delete from operation where id = any(array(
        select unnest(t.operation_ids) from chain_transaction t where t.id = any(array(select id from old))))
    ), attempts as (
      delete from chain_attempt where transaction_id = any(array(select id from old))
    )
    delete from chain_transaction where id = any(array(select id from old)) returning true`,
};

/** Operations are retained for longer than the idempotency keys that refer to them. */
export const PURGES: readonly Purge[] = [
  KEYS,
  CLICKS,
  ...REPORT_PURGES,
  DRAFTS,
  INVITATIONS,
  FETCHED_PICTURES,
  PICTURES,
  SESSIONS,
  DEVICES,
  SIGN_IN_CODES,
  PASSKEY_CHALLENGES,
  ENDED_LEASES,
  SUBSCRIPTION_REQUESTS,
  ORPHANED_DELIVERIES,
  DELIVERIES_TO_SUBSCRIBERS,
  DELIVERIES,
  WEBHOOK_EVENTS,
  WEBHOOK_MATCHES,
  FOLLOW_UPS,
  claimsOf('round_claim'),
  claimsOf('place_claim'),
  KEEPER_OPERATIONS,
  REFUSED_OPERATIONS,
  SETTLED_TRANSACTIONS,
];
