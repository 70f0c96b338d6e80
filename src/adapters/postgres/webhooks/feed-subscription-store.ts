import type { SqlEntityManager } from '@mikro-orm/sql';
import type {
  FeedSubscription,
  RequestMode,
} from '../../../core/webhooks/subscriptions/feed-subscription.ts';
import {
  MAX_SUBSCRIPTIONS,
  MAX_WAITING,
  hostOf,
} from '../../../core/webhooks/subscriptions/feed-subscription.ts';
import type { FeedSubscriptionStore } from '../../../core/webhooks/subscriptions/feed-subscription-store.ts';
import { toPage } from '../../../core/values/paging.ts';
import { LISTING_EVENT, type FollowedFilter } from '../../../core/webhooks/webhook.ts';
import { WebhookEntity, type WebhookRow } from '../connection/entities.ts';
import { isFree } from '../connection/lease.ts';
import { pageOf } from '../connection/pages.ts';
import { DELETE_LISTING_CHANGES, FOLLOW, toFilterRecord } from './filter-statements.ts';
import { isLive } from './is-live.ts';
import { RESTART_CALLS } from './restart-calls.ts';

const MAX_TRIES = 3;
/** At least the time for which a request is taken. */
const TAKEN = `interval '1 minute'`;
/** A request waits for less than this as a rule: older ones, whose jobs were given up, fill no limit. */
const WAITS = `interval '10 minutes'`;

// Requests are stored one by one: the counts of two at the same time would not see each other.
const STORING = `select pg_advisory_xact_lock(hashtextextended('storing requests for subscriptions', 0))`;
const reaches = (most: { readonly inTotal: number; readonly ofHost: number; readonly ofNetwork: number }) => `
  count(*) >= ${most.inTotal} or count(*) filter (where host = sent.host) >= ${most.ofHost}
    or count(*) filter (where network_key = sent.network_key) >= ${most.ofNetwork}`;
const COUNT = `
  with sent as (
    select * from json_to_record(?::json) as sent (id text, host text, network_key text)
  ), waiting as (
    select r.host, r.network_key, r.mode from subscription_request r, sent
    where r.created_at > now() - ${WAITS} and r.id <> sent.id
  ), held as (
    select h.host, h.network_key from webhook h where h.topic is not null and ${isLive('h')}
    union all
    select host, network_key from waiting where mode = 'subscribe'
  )
  select (select ${reaches(MAX_WAITING)} from waiting) or exists (
      select from subscription_request r where r.id = sent.id and not ${isFree('r.busy_until', TAKEN)}
    ) as is_busy,
    (select ${reaches(MAX_SUBSCRIPTIONS)} from held) and not exists (
      select from webhook h where h.id = sent.id and ${isLive('h')}
    ) as is_full
  from sent`;
// A new row begins with a random run: an instance that took an earlier row of this id must not end this one.
const REQUEST = `
  insert into subscription_request as r (id, run, mode, callback, topic, filter, host, network_key, lease_seconds,
    ciphertext, nonce, tag, wrapped_key, key_id)
  select id, (random() * 1e9)::integer, mode, callback, topic, filter, host, network_key, lease_seconds, decode(ciphertext, 'base64'),
    decode(nonce, 'base64'), decode(tag, 'base64'), decode(wrapped_key, 'base64'), key_id
  from json_to_record(?::json) as sent (id text, mode text, callback text, topic text, filter jsonb, host text,
    network_key text, lease_seconds integer, ciphertext text, nonce text, tag text, wrapped_key text, key_id text)
  on conflict (id) do update set run = r.run + 1, mode = excluded.mode, filter = excluded.filter,
    host = excluded.host, network_key = excluded.network_key, lease_seconds = excluded.lease_seconds,
    ciphertext = excluded.ciphertext, nonce = excluded.nonce, tag = excluded.tag, wrapped_key = excluded.wrapped_key,
    key_id = excluded.key_id, tries = 0, busy_until = null, created_at = now()`;
const TAKE = `
  update subscription_request set tries = tries + 1, busy_until = now() + ? * interval '1 second'
  where id = ? and tries < ${MAX_TRIES} and ${isFree('busy_until', TAKEN)}
  returning id, run, mode, callback, topic, filter, lease_seconds`;
// A renewal keeps the row, so that pending entries are sent with the new secret.
const SUBSCRIBE = `
  insert into webhook as h (id, filter, url, topic, events, host, network_key, lease_until,
    ciphertext, nonce, tag, wrapped_key, key_id, failures, created_at)
  select id, filter, callback, topic, '{${LISTING_EVENT}}', host, network_key,
    now() + lease_seconds * interval '1 second', ciphertext, nonce, tag, wrapped_key, key_id, 0, now()
  from subscription_request where id = ? and run = ?
  on conflict (id) do update set network_key = excluded.network_key, lease_until = excluded.lease_until,
    ciphertext = excluded.ciphertext, nonce = excluded.nonce, tag = excluded.tag, wrapped_key = excluded.wrapped_key,
    key_id = excluded.key_id, failures = 0, disabled_at = null, paused_until = null`;

interface RequestRow {
  readonly id: string;
  readonly run: number;
  readonly mode: RequestMode;
  readonly callback: string;
  readonly topic: string;
  readonly filter: FollowedFilter;
  readonly lease_seconds: number;
}

/** Subscriptions of the feed and the requests for them, in the database. */
export function createFeedSubscriptionStore(em: SqlEntityManager): FeedSubscriptionStore {
  const run = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(statement, [...values], 'run');
    return affectedRows;
  };
  const isSubscription = { topic: { $ne: null } };
  return {
    async request({ request, host, networkKey, sealed }) {
      await em.execute(STORING);
      const { id, mode, callback, topic, filter, leaseSeconds } = request;
      const sent = { id, host, network_key: networkKey };
      const [count] = await em.execute<{ is_busy: boolean; is_full: boolean }[]>(COUNT, [
        JSON.stringify(sent),
      ]);
      if (count?.is_busy !== false) return 'busy';
      if (mode === 'subscribe' && count.is_full) return 'full';
      const { ciphertext, nonce, tag, wrappedKey, keyId } = sealed;
      const bytes = { ciphertext: toBase64(ciphertext), nonce: toBase64(nonce), tag: toBase64(tag) };
      const key = { wrapped_key: toBase64(wrappedKey), key_id: keyId };
      const asked = { mode, callback, topic, filter, lease_seconds: leaseSeconds };
      await run(REQUEST, [JSON.stringify({ ...sent, ...asked, ...bytes, ...key })]);
      return 'stored';
    },
    async notify({ id, callback, topic }) {
      const sent = {
        id,
        mode: 'denied',
        callback,
        topic,
        host: hostOf(callback),
        network_key: '',
        lease_seconds: 0,
      };
      await run(REQUEST, [JSON.stringify(sent)]);
    },
    async take(id, leaseSeconds) {
      const [row] = await em.execute<RequestRow[]>(TAKE, [leaseSeconds, id]);
      if (row === undefined) return undefined;
      const { lease_seconds: requested, ...request } = row;
      return { ...request, leaseSeconds: requested };
    },
    async subscribe({ id, run: ofRun }, filter) {
      await run(DELETE_LISTING_CHANGES, []);
      if ((await run(SUBSCRIBE, [id, ofRun])) === 0) return;
      await run(RESTART_CALLS, [id]);
      await run(FOLLOW, [JSON.stringify({ webhook_id: id, ...toFilterRecord(filter) })]);
    },
    async end({ id, run: ofRun }) {
      return (await run('delete from subscription_request where id = ? and run = ?', [id, ofRun])) > 0;
    },
    async find(id) {
      const row = await em.findOne(WebhookEntity, { id, ...isSubscription }, { refresh: true });
      return row === null ? undefined : toSubscription(row);
    },
    async remove(id) {
      await em.nativeDelete(WebhookEntity, { id, ...isSubscription });
    },
    async page(page) {
      const rows = await pageOf(em, WebhookEntity, isSubscription, 'createdAt', page);
      return toPage(rows.map(toSubscription), page);
    },
  };
}

function toSubscription({ id, url, topic, createdAt, leaseUntil, disabledAt }: WebhookRow): FeedSubscription {
  // Only rows that have both are read.
  const of = { topic: topic ?? '', leaseUntil: leaseUntil ?? createdAt };
  return { id, callback: url, createdAt, disabledAt: disabledAt ?? null, ...of };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
