import { LONGEST_PAUSE_SECONDS } from '../../../core/webhooks/deliver/retry-schedule.ts';
import { SLOW_MS } from '../../../core/webhooks/deliver/send-webhooks.ts';
import { isFree } from '../connection/lease.ts';
import type { Statement } from '../connection/sql.ts';
import { isLive } from './is-live.ts';

/** A receiver that failed so often in a row gets one call at a time, after pauses. */
const FAILING_AFTER = 3;
/** How many deliveries one statement changes. */
export const BATCH = 500;

/** How long a webhook is slow after a long call; a new one is so from the beginning, by the default of the column. */
const SLOW = `interval '1 hour'`;
const TOOK_LONG = `$7::integer > ${SLOW_MS}`;
const isSlow = (alias: string) => `(${alias}.failures > 0 or not ${isFree(`${alias}.slow_until`, SLOW)})`;

/** Locks these deliveries. All statements lock a webhook before its deliveries, and these in the same order, to avoid deadlocks. */
const locked = (ids: string) =>
  `any(array(select id from webhook_delivery where id = any(${ids}) order by id for no key update))`;

export const UNQUEUED: Statement = {
  name: 'unqueued-deliveries',
  text: `
    select d.id, d.run, d.webhook_id, coalesce(h.provider_id, h.account_id, h.host, d.webhook_id), h.topic is not null,
      ${isSlow('h')}
    from webhook_delivery d left join webhook h on h.id = d.webhook_id
    where not d.is_queued and d.of_feed = $1 order by d.id limit $2`,
};
export const QUEUED_DELIVERIES: Statement = {
  name: 'queued-deliveries',
  text: `
    update webhook_delivery d set is_queued = true
    from json_to_recordset($1) as sent (id text, run integer)
    where d.id = sent.id and d.run = sent.run
      and d.id = ${locked('array(select id from json_to_recordset($1) as sent (id text))')}`,
};

export const WEBHOOK_OF: Statement = {
  name: 'webhook-of-delivery',
  text: `
    select h.id, coalesce(h.provider_id, h.account_id, h.id) from webhook_delivery d join webhook h on h.id = d.webhook_id where d.id = $1`,
};

/** Longer than any call takes. */
const CALL = `interval '1 minute'`;
const IS_WAITING = `webhook_id = $1 and state = 'PENDING' and ${isFree('busy_until', CALL)}`;
/** A delivery that is due later than any was set by a clock that was ahead, and is due now. */
const LATEST = `now() + 2 * interval '${LONGEST_PAUSE_SECONDS} seconds'`;
/** The longest pause of a receiver. */
const PAUSE = `interval '1 hour'`;

/** Whether the listing of a message of the feed is public; other messages are of no listing. */
export const IS_PUBLIC = `(not d.of_feed or exists (select from listing l where l.id = e.subject and l.status = 'published'))`;

// Only a subscription gets several at once: those among the oldest that had as many attempts as the first one. A message whose listing
// is no longer public is given up instead, so that what the operator hides is not sent any more. A listing that is public again can
// match again, unless the webhook has got it. The last column says whether a message was given up: then others may be due.
export const TAKE_DELIVERIES: Statement = {
  name: 'take-deliveries',
  text: `
    with first as (
      select id, tries from webhook_delivery where id = coalesce((
        select id from webhook_delivery where ${IS_WAITING} and due_at <= now()
        order by due_at, id limit 1 for update skip locked
      ), (
        select id from webhook_delivery where ${IS_WAITING} and due_at > ${LATEST}
        order by due_at, id limit 1 for update skip locked
      ))
    ), oldest as (
      select id, tries from webhook_delivery where ${IS_WAITING} and due_at <= now()
      order by due_at, id
      limit coalesce((
        select greatest($3::integer >> first.tries, 1) from webhook h, first where h.id = $1 and h.topic is not null
      ), 0)
      for update skip locked
    ), next as (
      select d.id, e.id as event_id, e.subject, e.payload, ${IS_PUBLIC} as is_public
      from webhook_delivery d join webhook_event e on e.id = d.event_id
      where d.id in (
        select id from first union select oldest.id from oldest join first on first.tries = oldest.tries
      )
    ), given_up as (
      update webhook_delivery d set state = 'FAILED', is_queued = true
      from next where d.id = next.id and not next.is_public
      returning d.id, next.subject, coalesce((select max(number) from webhook_attempt where delivery_id = d.id), 0) as attempts,
        exists (select from webhook_attempt where delivery_id = d.id and status between 200 and 299) as was_delivered
    ), log as (
      insert into webhook_attempt (delivery_id, number, at, duration_ms, error)
      select id, attempts + 1, now(), 0, 'Not sent: the listing is no longer public.' from given_up
    ), forgotten as (
      delete from webhook_match m using given_up
      where m.webhook_id = $1 and m.listing_id = given_up.subject and not given_up.was_delivered
    ), taken as (
      update webhook_delivery d set busy_until = now() + $2::integer * interval '1 second', is_queued = true
      from webhook h, next
      where h.id = $1 and ${isLive('h')} and ${isFree('h.paused_until', PAUSE)} and next.id = d.id and next.is_public
      returning d.id, d.run, next.event_id, next.payload, d.tries, ${isSlow('h')}, h.url, h.topic, encode(h.ciphertext, 'base64'),
        encode(h.nonce, 'base64'), encode(h.tag, 'base64'), encode(h.wrapped_key, 'base64'), h.key_id, h.previous_until
    )
    select taken.*, exists (select from given_up) from (values (true)) one left join taken on true`,
};

export const GIVE_BACK: Statement = {
  name: 'give-back-deliveries',
  text: `
    update webhook_delivery d set busy_until = null
    from unnest($1::text[], $2::integer[]) as taken (id, run)
    where d.id = taken.id and d.run = taken.run and d.id = ${locked('$1::text[]')}`,
};

// A webhook is disabled only by a call of the present run of a delivery: a new run begins when it is enabled. Its row is locked before
// the runs are read, so that this statement sees what an enabling that it waited for has changed.
// A failing receiver is left alone for 10 seconds at first and up to a minute, so that waiting for it does not delay others. It has
// recovered when it answers after that, but not again within ten minutes: else a few messages that it never accepts would use
// up their attempts among others that it does.
export const END: Statement = {
  name: 'end-deliveries',
  text: `
    with receiver as materialized (
      select h.id, h.failures, h.failures >= ${FAILING_AFTER} and $3 = 'DELIVERED' as answers_again,
        h.recovered_at is null or h.recovered_at not between now() - interval '10 minutes' and now() as is_first
      from webhook h
      where h.id = (select webhook_id from webhook_delivery where id = any($1::text[]) limit 1)
        and ($3 <> 'DELIVERED' or h.failures > 0 or ${TOOK_LONG})
      for no key update
    ), taken as materialized (
      select d.id, d.run = sent.run as is_present
      from webhook_delivery d join unnest($1::text[], $2::integer[]) as sent (id, run) on sent.id = d.id
        left join receiver on true
      order by d.id for no key update of d
    ), before as materialized (
      select *, exists (select from taken where is_present) as is_present from receiver
    ), log as (
      insert into webhook_attempt (delivery_id, number, at, duration_ms, status, error, body)
      select id, coalesce((select max(number) from webhook_attempt where delivery_id = taken.id), 0) + 1,
        $6::timestamptz, $7::integer, $8::integer, $9::text, $10::text
      from taken
    ), counted as (
      update webhook h set
        failures = case when $3 = 'DELIVERED' then 0 else h.failures + 1 end,
        disabled_at = case when $5::boolean and b.is_present then coalesce(h.disabled_at, now()) else h.disabled_at end,
        paused_until = case
          when b.answers_again then null
          when $3 = 'DELIVERED' then h.paused_until
          when $11::integer is not null then now() + $11::integer * interval '1 second'
          when h.failures + 1 >= ${FAILING_AFTER}
            then now() + least(10 * power(1.5, h.failures + 1 - ${FAILING_AFTER}), 40) * (1 + random() / 2) * interval '1 second'
          else h.paused_until end,
        slow_until = case when ${TOOK_LONG} then now() + ${SLOW} else h.slow_until end,
        recovered_at = case when b.answers_again and b.is_first then now() else h.recovered_at end
      from before b
      where h.id = b.id
    ), ended as (
      update webhook_delivery d set
        busy_until = null,
        state = case when taken.is_present then $3 else state end,
        tries = case when taken.is_present then tries + 1 else tries end,
        due_at = case
          when taken.is_present and $4::integer is not null then now() + $4::integer * interval '1 second'
          else due_at end
      from taken
      where d.id = taken.id
    )
    select $3 <> 'DELIVERED' and failures + 1 >= ${FAILING_AFTER}, answers_again and is_first from before`,
};

export const HASTEN: Statement = {
  name: 'hasten-deliveries',
  text: `
    update webhook_delivery set due_at = now()
    where id = ${locked(`array(
      select id from webhook_delivery
      where webhook_id = $1 and state = 'PENDING' and due_at > now() order by due_at limit ${BATCH}
    )`)} returning true`,
};

// When the next delivery is due, in seconds; no row of a webhook that is deleted or disabled, or whose lease has ended.
export const REST: Statement = {
  name: 'rest-of-webhook',
  text: `
    select ceil(extract(epoch from
        greatest(case when not ${isFree('h.paused_until', PAUSE)} then h.paused_until end, next.at) - now())), next.at is null,
      ${isSlow('h')}
    from webhook h, lateral (
      select least(
        (select due_at from webhook_delivery where ${IS_WAITING} and due_at <= ${LATEST} order by due_at limit 1),
        (select now() from webhook_delivery where ${IS_WAITING} and due_at > ${LATEST} order by due_at limit 1),
        (select min(busy_until) from webhook_delivery
          where webhook_id = $1 and state = 'PENDING' and busy_until is not null and not ${isFree('busy_until', CALL)})
      ) as at
    ) next
    where h.id = $1 and ${isLive('h')}`,
};

export const DELETE_OF_NONE: Statement = {
  name: 'delete-deliveries-of-none',
  text: `
    delete from webhook_delivery where id = ${locked(`array(
      select d.id from webhook_delivery d
      where d.webhook_id = $1 and not exists (select from webhook where id = $1) limit ${BATCH}
    )`)} returning true`,
};
export const GIVE_UP_DISABLED: Statement = {
  name: 'give-up-deliveries',
  text: `
    with receiver as materialized (
      select id from webhook h where id = $1 and not ${isLive('h')} for no key update
    )
    update webhook_delivery set state = 'FAILED'
    where state = 'PENDING' and id = ${locked(`array(
      select d.id from receiver join webhook_delivery d on d.webhook_id = receiver.id
      where d.state = 'PENDING' limit ${BATCH}
    )`)} returning true`,
};
