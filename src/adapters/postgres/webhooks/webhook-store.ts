import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage, type Position } from '../../../core/values/paging.ts';
import type { WebhookStore } from '../../../core/webhooks/webhook-store.ts';
import type {
  LoggedAttempt,
  Webhook,
  WebhookDelivery,
  WebhookSecrets,
} from '../../../core/webhooks/webhook.ts';
import {
  AccountEntity,
  WebhookDeliveryEntity,
  WebhookEntity,
  WebhookEventEntity,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '../connection/entities.ts';
import { pageOf } from '../connection/pages.ts';
import { hashCreationId } from '../access/creation-id.ts';
import { DELETE_LISTING_CHANGES, FOLLOW, toFilterRecord } from './filter-statements.ts';
import { IS_PUBLIC } from './delivery-statements.ts';
import { RESTART_CALLS } from './restart-calls.ts';

// Events before this moment are not announced: the rounds until now count as checked.
const WATCH = `
  insert into webhook_watch (provider_id, provider_key, decided_after, closed_after)
  values (?, ?, (select max(head_number) from chain_cursor),
    (select max(greatest(head_at, now() + clock_ahead)) from chain_cursor))
  on conflict (provider_id) do nothing`;
// Changes that were left when the last webhook was deleted.
const DELETE_CHANGES = 'delete from operation_change where not exists (select from webhook)';
const UNWATCH = `
  delete from webhook_watch w where provider_id = ?
    and not exists (select from webhook where provider_id = w.provider_id)`;

const ROTATE = `
  update webhook set ciphertext = decode(?, 'base64'), nonce = decode(?, 'base64'), tag = decode(?, 'base64'),
    wrapped_key = decode(?, 'base64'), key_id = ?, previous_until = ?, rotated_at = ?
  where id = ? and wrapped_key = decode(?, 'base64')`;
const REWRAP = `
  update webhook w set wrapped_key = decode(new.wrapped_key, 'base64'), key_id = new.key_id
  from json_to_recordset(?::json) as new (id text, previous_wrapped_key text, key_id text, wrapped_key text)
  where w.id = new.id and w.wrapped_key = decode(new.previous_wrapped_key, 'base64')`;
const PAYLOAD = `
  select e.payload from webhook_delivery d join webhook_event e on e.id = d.event_id where d.id = ? and ${IS_PUBLIC}`;
// The next job has its own key, so that a waiting retry does not count as this one.
const REDELIVER = `
  update webhook_delivery set state = 'PENDING', run = run + 1, tries = 0, due_at = now(), is_queued = false where id = ?`;

const attempts = (direction: 'asc' | 'desc') => `
  select attempt.*
  from json_array_elements_text(?::json) as delivery (id) cross join lateral (
    select delivery_id, number, at, duration_ms, status, error, body from webhook_attempt
    where delivery_id = delivery.id and number > ? and number < ?
    order by number ${direction} limit ?
  ) attempt
  order by attempt.delivery_id, attempt.number ${direction}`;
const ATTEMPTS_FORWARD = attempts('asc');
const ATTEMPTS_BACKWARD = attempts('desc');
const MAX_NUMBER = 2 ** 31 - 1;

interface AttemptRow {
  readonly delivery_id: string;
  readonly number: number;
  readonly at: Date | string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly body: string | null;
}

/** Webhooks and the log of their deliveries, in the database; subscriptions of the feed have a store of their own. */
export function createWebhookStore(em: SqlEntityManager): WebhookStore {
  const run = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(statement, [...values], 'run');
    return affectedRows;
  };
  const find = async (id: string) => {
    const row = await em.findOne(WebhookEntity, { id, topic: null }, { refresh: true });
    return row === null ? undefined : row;
  };
  const insert = async (
    { events, ...webhook }: Webhook,
    { sealed, previousUntil, creationId }: WebhookSecrets & { readonly creationId: string | null },
  ) => {
    const bytes = { ciphertext: toBuffer(sealed.ciphertext), nonce: toBuffer(sealed.nonce) };
    const { tag, wrappedKey, keyId } = sealed;
    const key = { tag: toBuffer(tag), wrappedKey: toBuffer(wrappedKey), keyId };
    await em.insert(WebhookEntity, {
      ...webhook,
      events: [...events],
      ...bytes,
      ...key,
      previousUntil,
      failures: 0,
      creationId: hashCreationId(creationId),
    });
  };
  return {
    async add(webhook, stored, providerKey) {
      await run(DELETE_CHANGES, []);
      await insert(webhook, stored);
      await run(WATCH, [webhook.providerId, providerKey]);
    },
    async follow(webhook, stored, filter) {
      await run(DELETE_LISTING_CHANGES, []);
      await insert(webhook, stored);
      await run(FOLLOW, [JSON.stringify({ webhook_id: webhook.id, ...toFilterRecord(filter) })]);
    },
    async lockOwner(accountId) {
      await em.findOneOrFail(AccountEntity, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    },
    async find(id) {
      const row = await find(id);
      return row && toWebhook(row);
    },
    async findSecrets(id) {
      const row = await find(id);
      return row && toSecrets(row);
    },
    async findCreated(owner, creationId) {
      const row = await em.findOne(WebhookEntity, { ...owner, creationId: hashCreationId(creationId) });
      return row === null ? undefined : { webhook: toWebhook(row), secrets: toSecrets(row) };
    },
    countOf: (owner) => em.count(WebhookEntity, { ...owner }),
    async pageOf(owner, page) {
      const rows = await pageOf(em, WebhookEntity, { ...owner }, 'createdAt', page);
      return toPage(rows.map(toWebhook), page);
    },
    async rotate(id, previous, { sealed, previousUntil }, now) {
      const { ciphertext, nonce, tag, wrappedKey, keyId } = sealed;
      const bytes = [ciphertext, nonce, tag, wrappedKey].map(toBase64);
      const times = [previousUntil?.toISOString() ?? null, now.toISOString()];
      const values = [...bytes, keyId, ...times, id, toBase64(previous.sealed.wrappedKey)];
      const row = (await run(ROTATE, values)) === 1 ? await find(id) : undefined;
      return row && toWebhook(row);
    },
    async enable(id) {
      const isDisabled = { id, disabledAt: { $ne: null } };
      const fresh = { disabledAt: null, failures: 0, pausedUntil: null };
      if ((await em.nativeUpdate(WebhookEntity, isDisabled, fresh)) === 0) return false;
      await run(RESTART_CALLS, [id]);
      return true;
    },
    async remove({ id, providerId }) {
      const deleted = await em.nativeDelete(WebhookEntity, { id });
      if (providerId !== null) await run(UNWATCH, [providerId]);
      return deleted > 0;
    },
    async pageOfDeliveries(webhookId, page) {
      const rows = await pageOf(em, WebhookDeliveryEntity, { webhookId }, 'createdAt', page);
      return toPage(await toDeliveries(em, rows), page);
    },
    async attemptsOf(deliveryIds, { size, backward, after, before }) {
      const values = [
        JSON.stringify(deliveryIds),
        toNumber(after, 0),
        toNumber(before, MAX_NUMBER),
        size + 1,
      ];
      const rows = await em.execute<AttemptRow[]>(backward ? ATTEMPTS_BACKWARD : ATTEMPTS_FORWARD, values);
      return rows.map(toAttempt);
    },
    async findPayload(deliveryId) {
      const [row] = await em.execute<{ payload: string }[]>(PAYLOAD, [deliveryId]);
      return row?.payload;
    },
    async findDelivery(id) {
      const row = await em.findOne(WebhookDeliveryEntity, { id });
      return row === null ? undefined : (await toDeliveries(em, [row]))[0];
    },
    async redeliver(id) {
      await run(REDELIVER, [id]);
    },
    async findOutdated(currentKeyId, first) {
      const options = { orderBy: { id: 'asc' }, limit: first } as const;
      const rows = await em.find(WebhookEntity, { keyId: { $ne: currentKeyId } }, options);
      return rows.map((row) => ({ id: row.id, ...toSecrets(row) }));
    },
    countOutdated: (currentKeyId) => em.count(WebhookEntity, { keyId: { $ne: currentKeyId } }),
    async rewrap(keys) {
      if (keys.length === 0) return 0;
      const records = keys.map(({ webhookId, previousWrappedKey, keyId, wrappedKey }) => ({
        id: webhookId,
        previous_wrapped_key: toBase64(previousWrappedKey),
        key_id: keyId,
        wrapped_key: toBase64(wrappedKey),
      }));
      return run(REWRAP, [JSON.stringify(records)]);
    },
  };
}

async function toDeliveries(
  em: SqlEntityManager,
  rows: readonly WebhookDeliveryRow[],
): Promise<WebhookDelivery[]> {
  const events = await em.find(WebhookEventEntity, { id: { $in: rows.map(({ eventId }) => eventId) } });
  const types = new Map(events.map(({ id, type }) => [id, type]));
  return rows.flatMap(({ id, webhookId, eventId, state, dueAt, createdAt }) => {
    const type = types.get(eventId);
    if (type === undefined) return [];
    const nextAttemptAt = state === 'PENDING' ? dueAt : null;
    return [{ id, webhookId, messageId: eventId, type, state, nextAttemptAt, createdAt }];
  });
}

function toNumber(position: Position | undefined, otherwise: number): number {
  return position === undefined ? otherwise : Math.min(Number(position.key), MAX_NUMBER);
}

function toAttempt({ delivery_id, number, at, duration_ms, status, error, body }: AttemptRow): LoggedAttempt {
  return { deliveryId: delivery_id, number, at: new Date(at), durationMs: duration_ms, status, error, body };
}

function toWebhook(row: WebhookRow): Webhook {
  const { id, providerId, accountId, filter, url, events, createdAt, rotatedAt, disabledAt } = row;
  return {
    id,
    providerId: providerId ?? null,
    accountId: accountId ?? null,
    filter: filter ?? null,
    url,
    events,
    createdAt,
    rotatedAt: rotatedAt ?? null,
    disabledAt: disabledAt ?? null,
  };
}

function toSecrets({ ciphertext, nonce, tag, wrappedKey, keyId, previousUntil }: WebhookRow): WebhookSecrets {
  return { sealed: { ciphertext, nonce, tag, wrappedKey, keyId }, previousUntil: previousUntil ?? null };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function toBase64(bytes: Uint8Array): string {
  return toBuffer(bytes).toString('base64');
}
