import type {
  WebhookResponse,
  WebhookCall,
  WebhookCalls,
} from '../../../src/core/webhooks/deliver/webhook-calls.ts';
import type {
  AttemptOutcome,
  ChainPosition,
  ChangedOperation,
  ClosingGiveaway,
  DecidedRound,
  VoidedRound,
  ReceiverState,
  StartedAttempt,
  UnqueuedDelivery,
  WebhookEvent,
  WebhookQueue,
  WebhookRest,
} from '../../../src/core/webhooks/deliver/webhook-queue.ts';
import type { WebhookOwner, WebhookStore } from '../../../src/core/webhooks/webhook-store.ts';
import type { Webhook, WebhookDelivery, WebhookSecrets } from '../../../src/core/webhooks/webhook.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { pageNewestFirst, type Memory } from './memory.ts';

interface KeptWebhook extends Webhook {
  readonly secrets: WebhookSecrets;
  readonly creationId: string | null;
}

/** Webhooks, and deliveries that the tests put there. */
export interface FakeWebhooks extends WebhookStore {
  addDelivery(delivery: WebhookDelivery): void;
  disable(id: string, at: Date): void;
}

export function createWebhooks(memory: Memory, clock: Clock): FakeWebhooks {
  const webhooks = memory.table<KeptWebhook>();
  const deliveries = memory.table<WebhookDelivery>();
  const find = (id: string) => webhooks.find((row) => row.id === id);
  const hasKey = (row: KeptWebhook, { sealed }: WebhookSecrets) =>
    Buffer.from(row.secrets.sealed.wrappedKey).equals(sealed.wrappedKey);
  const isOf = (owner: WebhookOwner) => (row: KeptWebhook) =>
    'accountId' in owner ? row.accountId === owner.accountId : row.providerId === owner.providerId;
  const isOutdated = (currentKeyId: string) => (row: KeptWebhook) =>
    row.secrets.sealed.keyId !== currentKeyId;
  return {
    addDelivery: (delivery) => deliveries.add(delivery),
    disable: (id, at) =>
      void webhooks.update(
        (row) => row.id === id,
        () => ({ disabledAt: at }),
      ),
    async add(webhook, { creationId, ...secrets }) {
      webhooks.add({ ...webhook, secrets, creationId });
    },
    async follow(webhook, { creationId, ...secrets }) {
      webhooks.add({ ...webhook, secrets, creationId });
    },
    lockOwner: async () => undefined,
    async findCreated(owner, creationId) {
      const created = webhooks.find((row) => isOf(owner)(row) && row.creationId === creationId);
      return created && { webhook: toWebhook(created), secrets: created.secrets };
    },
    async find(id) {
      const webhook = find(id);
      return webhook && toWebhook(webhook);
    },
    findSecrets: async (id) => find(id)?.secrets,
    countOf: async (owner) => webhooks.rows.filter(isOf(owner)).length,
    async pageOf(owner, page) {
      const own = webhooks.rows.filter(isOf(owner));
      const { items, ...neighbours } = pageNewestFirst(own, (row) => row.createdAt, page);
      return { items: items.map(toWebhook), ...neighbours };
    },
    async rotate(id, previous, secrets, now) {
      const [rotated] = webhooks.update(
        (row) => row.id === id && hasKey(row, previous),
        () => ({ secrets, rotatedAt: now }),
      );
      return rotated && toWebhook(rotated);
    },
    enable: async (id) =>
      webhooks.update(
        (row) => row.id === id && row.disabledAt !== null,
        () => ({ disabledAt: null }),
      ).length > 0,
    async remove({ id }) {
      deliveries.remove((row) => row.webhookId === id);
      return webhooks.remove((row) => row.id === id).length > 0;
    },
    pageOfDeliveries: async (webhookId, page) =>
      pageNewestFirst(
        deliveries.rows.filter((row) => row.webhookId === webhookId),
        (row) => row.createdAt,
        page,
      ),
    attemptsOf: async () => [],
    findPayload: async (messageId) =>
      deliveries.rows.some((row) => row.messageId === messageId) ? '{}' : undefined,
    findDelivery: async (id) => deliveries.find((row) => row.id === id),
    async redeliver(id) {
      deliveries.update(
        (row) => row.id === id,
        () => ({ state: 'PENDING', nextAttemptAt: clock.now() }),
      );
    },
    findOutdated: async (currentKeyId, first) =>
      webhooks.rows
        .filter(isOutdated(currentKeyId))
        .slice(0, first)
        .map(({ id, secrets }) => ({ id, ...secrets })),
    countOutdated: async (currentKeyId) => webhooks.rows.filter(isOutdated(currentKeyId)).length,
    async rewrap(keys) {
      const changed = keys.map(({ webhookId, previousWrappedKey, keyId, wrappedKey }) =>
        webhooks.update(
          (row) =>
            row.id === webhookId && Buffer.from(row.secrets.sealed.wrappedKey).equals(previousWrappedKey),
          ({ secrets }) => ({ secrets: { ...secrets, sealed: { ...secrets.sealed, keyId, wrappedKey } } }),
        ),
      );
      return changed.flat().length;
    },
  };
}

function toWebhook({ secrets: _secrets, creationId: _creationId, ...webhook }: KeptWebhook): Webhook {
  return webhook;
}

/** Receivers that give the same response until it is changed. */
export interface FakeWebhookCalls extends WebhookCalls {
  readonly calls: readonly WebhookCall[];
  response: WebhookResponse;
}

export function createWebhookCalls(): FakeWebhookCalls {
  const calls: WebhookCall[] = [];
  const fake: FakeWebhookCalls = {
    calls,
    response: { durationMs: 3, status: 204, error: null, body: '', retryAfterSeconds: null },
    findFault: (url) =>
      URL.parse(url)?.hostname === 'localhost' ? 'is an address of a private network.' : undefined,
    sign: ({ messageId, sentAt, secrets }) => ({
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': secrets.join(' '),
    }),
    async post(call) {
      calls.push(call);
      return fake.response;
    },
  };
  return fake;
}

/** What happened, as the tests put it there, and what was made of it. */
export interface FakeWebhookQueue extends WebhookQueue {
  readonly kept: readonly WebhookEvent[];
  readonly done: readonly string[];
  readonly outcomes: readonly {
    readonly deliveryId: string;
    readonly run: number;
    readonly outcome: AttemptOutcome;
  }[];
  readonly advancedTo: ChainPosition | undefined;
  changed: readonly ChangedOperation[];
  at: ChainPosition | undefined;
  closingGiveaways: readonly ClosingGiveaway[];
  /** By index: the entries that count, and those that were issued. */
  totals: Readonly<Record<number, readonly [counted: number, issued: number]>>;
  decided: readonly DecidedRound[];
  voided: readonly VoidedRound[];
  toQueue: readonly UnqueuedDelivery[];
  /** The attempts that are due. */
  due: readonly StartedAttempt[];
  receiver: ReceiverState;
  left: WebhookRest;
  /** How often the waiting deliveries were made due. */
  readonly hastened: number;
  /** How often deliveries of a deleted or disabled webhook were discarded. */
  readonly discarded: number;
  /** The deliveries that were given back without an attempt. */
  readonly givenBack: string[];
}

export function createWebhookQueue(): FakeWebhookQueue {
  const kept: WebhookEvent[] = [];
  const done: string[] = [];
  const outcomes: { deliveryId: string; run: number; outcome: AttemptOutcome }[] = [];
  let advancedTo: ChainPosition | undefined;
  let hastened = 0;
  let discarded = 0;
  const isTold = (type: string, subject: string, origin: string) =>
    kept.some((event) => event.type === type && event.subject === subject && event.origin === origin);
  const queue: FakeWebhookQueue = {
    kept,
    done,
    outcomes,
    get advancedTo() {
      return advancedTo;
    },
    get hastened() {
      return hastened;
    },
    get discarded() {
      return discarded;
    },
    changed: [],
    at: undefined,
    closingGiveaways: [],
    totals: {},
    decided: [],
    voided: [],
    toQueue: [],
    due: [],
    receiver: { isFailing: false, hasRecovered: false },
    left: { kind: 'none' },
    givenBack: [],
    claim: async () => ({ hasWork: true, step: '', isFeedFollowed: false }),
    release: async () => undefined,
    async changes(most) {
      const operations = queue.changed.slice(0, most);
      return { places: operations.map(({ operation }) => operation.id), operations };
    },
    async save(events, places = []) {
      for (const event of events) if (!isTold(event.type, event.subject, event.origin)) kept.push(event);
      done.push(...places);
      queue.changed = queue.changed.filter(({ operation }) => !places.includes(operation.id));
    },
    position: async () => queue.at,
    closing: async (_place, most) => queue.closingGiveaways.slice(0, most),
    async unannouncedClosed(rounds) {
      return rounds
        .filter(
          ({ giveawayId, index }) => !isTold('round.closed', `rnd_${giveawayId.slice(4)}_${index}`, '1'),
        )
        .map((one) => {
          const [entriesCounted, entriesIssued] = queue.totals[one.index] ?? [0, 0];
          return { ...one, entriesCounted, entriesIssued };
        });
    },
    async unannouncedDecided({ confirmedNumber }, most) {
      return queue.decided
        .filter(({ blockNumber }) => blockNumber <= confirmedNumber)
        .filter(
          ({ giveawayId, index, transactionHash, passportId }) =>
            !isTold(
              'round.decided',
              `rnd_${giveawayId.slice(4)}_${index}`,
              `${transactionHash}:${passportId}`,
            ),
        )
        .slice(0, most);
    },
    async unannouncedVoided({ confirmedNumber }, most) {
      return queue.voided
        .filter(({ blockNumber }) => blockNumber <= confirmedNumber)
        .filter(
          ({ giveawayId, index, transactionHash }) =>
            !isTold('round.voided', `rnd_${giveawayId.slice(4)}_${index}`, transactionHash),
        )
        .slice(0, most);
    },
    async advance(place) {
      advancedTo = place;
    },
    unqueued: async (kind, most) => (kind === 'feed' ? [] : queue.toQueue.slice(0, most)),
    async queued(deliveries) {
      queue.toQueue = queue.toQueue.filter(({ id }) => !deliveries.some((one) => one.id === id));
    },
    webhookOf: async () => ({ webhookId: 'whk_1', owner: 'prv_1' }),
    async take() {
      const [first, ...others] = queue.due;
      queue.due = others;
      return first;
    },
    giveBack: async (taken) => void queue.givenBack.push(...taken.map(({ deliveryId }) => deliveryId)),
    async end(taken, outcome) {
      outcomes.push(...taken.map(({ deliveryId, run }) => ({ deliveryId, run, outcome })));
      return queue.receiver;
    },
    async hasten() {
      hastened += 1;
      return false;
    },
    rest: async () => queue.left,
    async discard() {
      discarded += 1;
      return discarded < 2;
    },
  };
  return queue;
}
