import type { Operation } from '../../../core/operations/operation.ts';
import type {
  ChangedOperation,
  DecidedRound,
  StartedAttempt,
  TakenDelivery,
  VoidedRound,
  WebhookQueue,
} from '../../../core/webhooks/deliver/webhook-queue.ts';
import type { WebhookEventType } from '../../../core/webhooks/webhook.ts';
import { CLOSING } from './closing-giveaways.ts';
import { createOperationStore } from '../operations/operation-store.ts';
import { toIsoInstant, type Sql, type TextRow } from '../connection/sql.ts';
import * as deliveries from './delivery-statements.ts';
import * as statements from './webhook-statements.ts';

/** Changes and rounds to announce, and deliveries, in the database. */
export function createWebhookQueue(sql: Sql): WebhookQueue {
  const operationsOf = new Map<string, ReturnType<typeof createOperationStore>>();

  async function findOperations(rows: readonly TextRow[]): Promise<Map<string, Operation>> {
    const found = new Map<string, Operation>();
    for (const [chainId, group] of Map.groupBy(rows, ([, , chain]) => String(chain))) {
      const store = operationsOf.get(chainId) ?? createOperationStore(sql, BigInt(chainId));
      operationsOf.set(chainId, store);
      for (const operation of await store.find(group.map(([id]) => String(id))))
        found.set(operation.id, operation);
    }
    return found;
  }

  return {
    async claim(owner, leaseMs) {
      const [row] = await sql.query(statements.CLAIM, [owner, leaseMs]);
      return row && { hasWork: row[0] === true, step: String(row[1]), isFeedFollowed: row[2] === true };
    },
    async release(owner) {
      await sql.query(statements.RELEASE_WEBHOOKS, [owner]);
    },

    async changes(limit) {
      const places = (await sql.query(statements.CHANGES, [limit])).map(([sequence]) => String(sequence));
      if (places.length === 0) return { places, operations: [] };
      const rows = await sql.query(statements.CHANGED_OPERATIONS, [places]);
      const found = await findOperations(rows);
      const operations = rows.flatMap(
        ([id, providerId, , hasFallenBack, lastEvent, times]): ChangedOperation[] => {
          const operation = found.get(String(id));
          if (operation === undefined) return [];
          return [
            {
              operation,
              providerId: String(providerId),
              notified: typeof lastEvent === 'string' ? (lastEvent as WebhookEventType) : undefined,
              times: Number(times),
              hasFallenBack: hasFallenBack === true,
            },
          ];
        },
      );
      return { places, operations };
    },
    async save(events, places = []) {
      await sql.query(statements.KEEP, [JSON.stringify(events), places]);
    },

    async position() {
      const [row] = await sql.query(statements.PLACE, []);
      const [headNumber = 0, confirmedNumber = 0, finalizedNumber = 0, headAt = 0, until = 0] =
        row?.map(Number) ?? [];
      return row && { headNumber, confirmedNumber, finalizedNumber, headAt, until };
    },
    async closing({ until }, limit) {
      const rows = await sql.query(CLOSING, [toInstant(until), limit]);
      return rows.map(([providerId, giveawayId, externalId, starts, ends, every, active, after]) => ({
        providerId: String(providerId),
        giveawayId: String(giveawayId),
        externalId: String(externalId),
        schedule: {
          startsAt: Number(starts),
          endsAt: ends === null ? undefined : Number(ends),
          everyDays: Number(every),
          activeDays: Number(active),
        },
        after: Number(after),
        until,
      }));
    },
    async unannouncedClosed(rounds) {
      if (rounds.length === 0) return [];
      const records = rounds.map(({ giveawayId, index }) => ({ giveaway_id: giveawayId, index }));
      const rows = await sql.query(statements.UNANNOUNCED_CLOSED, [JSON.stringify(records)]);
      return rows.map(([giveawayId, index, counted, issued]) => ({
        giveawayId: String(giveawayId),
        index: Number(index),
        entriesCounted: Number(counted),
        entriesIssued: Number(issued),
      }));
    },
    async unannouncedDecided({ confirmedNumber }, limit) {
      return (await sql.query(statements.UNANNOUNCED_DECIDED, [confirmedNumber, limit])).map(toDecidedRound);
    },
    async unannouncedVoided({ confirmedNumber }, limit) {
      return (await sql.query(statements.UNANNOUNCED_VOIDED, [confirmedNumber, limit])).map(toVoidedRound);
    },
    async advance({ headNumber, confirmedNumber, finalizedNumber, headAt, until }) {
      const final = Math.min(finalizedNumber, confirmedNumber);
      await sql.query(statements.ADVANCE_WEBHOOKS, [headNumber, final, toInstant(headAt), toInstant(until)]);
    },

    async unqueued(kind, limit) {
      const rows = await sql.query(deliveries.UNQUEUED, [kind === 'feed', limit]);
      return rows.map(([id, run, webhookId, owner, isOfSubscription, isSlow]) => ({
        id: String(id),
        run: Number(run),
        webhookId: String(webhookId),
        owner: String(owner),
        isOfSubscription: isOfSubscription === true,
        isSlow: isSlow === true,
      }));
    },
    async queued(known) {
      await sql.query(deliveries.QUEUED_DELIVERIES, [JSON.stringify(known)]);
    },

    async webhookOf(deliveryId) {
      const [row] = await sql.query(deliveries.WEBHOOK_OF, [deliveryId]);
      return row && { webhookId: String(row[0]), owner: String(row[1]) };
    },
    async take(webhookId, leaseSeconds, maxEntries) {
      for (;;) {
        const rows = await sql.query(deliveries.TAKE_DELIVERIES, [webhookId, leaseSeconds, maxEntries]);
        const started = toStarted(rows.filter(([deliveryId]) => deliveryId !== null));
        if (started !== undefined || rows[0]?.at(-1) !== true) return started;
      }
    },
    async giveBack(taken) {
      await sql.query(deliveries.GIVE_BACK, toKeys(taken));
    },
    async end(taken, { attempt, state, retryAfter, pauseSeconds, isGone }) {
      const { at, durationMs, status, error, body } = attempt;
      const log = [at.toISOString(), durationMs, status, error, body];
      const values = [...toKeys(taken), state, retryAfter, isGone, ...log, pauseSeconds];
      const [row] = await sql.query(deliveries.END, values);
      return { isFailing: row?.[0] === true, hasRecovered: row?.[1] === true };
    },
    async hasten(webhookId) {
      return (await sql.query(deliveries.HASTEN, [webhookId])).length === deliveries.BATCH;
    },
    async rest(webhookId) {
      const [row] = await sql.query(deliveries.REST, [webhookId]);
      if (row === undefined) return { kind: 'over' };
      const [seconds, isEmpty, isSlow] = row;
      return isEmpty === true
        ? { kind: 'none' }
        : { kind: 'waiting', afterSeconds: Math.max(0, Number(seconds)), isSlow: isSlow === true };
    },
    async discard(webhookId) {
      const deleted = await sql.query(deliveries.DELETE_OF_NONE, [webhookId]);
      const givenUp = await sql.query(deliveries.GIVE_UP_DISABLED, [webhookId]);
      return deleted.length > 0 || givenUp.length > 0;
    },
  };
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

function toDecidedRound(row: TextRow): DecidedRound {
  const [providerId, giveawayId, externalId, index, passportId, owner, decidedAt, block, hash, place] = row;
  return {
    providerId: String(providerId),
    giveawayId: String(giveawayId),
    externalId: String(externalId),
    index: Number(index),
    place: Number(place),
    passportId: Number(passportId),
    ownerWallet: String(owner),
    decidedAt: new Date(toIsoInstant(String(decidedAt))),
    blockNumber: Number(block),
    transactionHash: String(hash),
  };
}

function toVoidedRound(row: TextRow): VoidedRound {
  const [providerId, giveawayId, externalId, index, voidedAt, block, hash] = row;
  return {
    providerId: String(providerId),
    giveawayId: String(giveawayId),
    externalId: String(externalId),
    index: Number(index),
    voidedAt: new Date(toIsoInstant(String(voidedAt))),
    blockNumber: Number(block),
    transactionHash: String(hash),
  };
}

const toKeys = (taken: readonly TakenDelivery[]) => [
  taken.map(({ deliveryId }) => deliveryId),
  taken.map(({ run }) => run),
];

function toStarted(rows: readonly TextRow[]): StartedAttempt | undefined {
  const [first, ...others] = rows.map(([deliveryId, run, messageId, payload]): TakenDelivery => ({
    deliveryId: String(deliveryId),
    run: Number(run),
    messageId: String(messageId),
    payload: String(payload),
  }));
  if (first === undefined) return undefined;
  const [, , , , tries, isSlow, url, topic, ...secrets] = rows[0] ?? [];
  const [ciphertext, nonce, tag, wrappedKey, keyId, previousUntil] = secrets;
  return {
    deliveries: [first, ...others],
    url: String(url),
    topic: typeof topic === 'string' ? topic : null,
    secrets: {
      sealed: {
        ciphertext: toBytes(ciphertext),
        nonce: toBytes(nonce),
        tag: toBytes(tag),
        wrappedKey: toBytes(wrappedKey),
        keyId: String(keyId),
      },
      previousUntil: typeof previousUntil === 'string' ? new Date(toIsoInstant(previousUntil)) : null,
    },
    tries: Number(tries),
    isSlow: isSlow === true,
  };
}

function toBytes(base64: TextRow[number] | undefined): Uint8Array {
  return Buffer.from(String(base64), 'base64');
}
