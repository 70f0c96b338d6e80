import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { createFeedSubscriptionStore } from '../../../src/adapters/postgres/webhooks/feed-subscription-store.ts';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { createWebhookStore } from '../../../src/adapters/postgres/webhooks/webhook-store.ts';
import { toFeedFilter } from '../../../src/core/feed/feed-query.ts';
import { toFollowed } from '../../../src/core/webhooks/follow/followed-filter.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { holdTransaction, untilBlocked } from '../../support/database/held-transaction.ts';
import { describeWith } from '../../support/describe-with.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const ID = 'whk_1';
const CALL = { at: new Date(), durationMs: 1, error: null, body: '' };
const NO_WAIT = { retryAfter: null, pauseSeconds: null };
const GONE = { ...NO_WAIT, attempt: { ...CALL, status: 410 }, state: 'FAILED', isGone: true } as const;
const ACCEPTED = {
  ...NO_WAIT,
  attempt: { ...CALL, status: 204 },
  state: 'DELIVERED',
  isGone: false,
} as const;

const STORE = `
  insert into webhook (id, account_id, url, topic, host, network_key, lease_until, events, ciphertext, nonce, tag, wrapped_key,
    key_id, failures, created_at, disabled_at)
  values ('${ID}', ?, 'https://reader.example/', ?, 'h', 'n', now() + interval '1 hour', '{listing.published}', '',
    '123456789012', '1234567890123456', '', 'k', 0, now(), now())`;
const DELIVER = `
  with event as (
    insert into webhook_event (id, type, subject, origin, payload) values (?, 'listing.published', ?, '1', '{}') returning id
  ) insert into webhook_delivery (id, webhook_id, event_id, busy_until)
  select id, '${ID}', id, now() + interval '1 minute' from event`;

const bytes = (length: number) => new Uint8Array(length);
const FILTER = toFollowed({ search: null });
const REQUEST = { id: ID, callback: 'https://reader.example/', topic: 't', filter: FILTER, leaseSeconds: 60 };
const SEALED = { ciphertext: bytes(1), nonce: bytes(12), tag: bytes(16), wrappedKey: bytes(1), keyId: 'k' };

/** What starts the messages of a disabled receiver again. */
interface Restart {
  readonly owner: readonly [account: string | null, topic: string | null];
  prepare(em: SqlEntityManager): Promise<unknown>;
  run(em: SqlEntityManager): Promise<unknown>;
}
const RESTARTS: readonly (readonly [name: string, restart: Restart])[] = [
  [
    'an enabling of its webhook',
    {
      owner: ['acc_1', null],
      prepare: async () => undefined,
      run: (em) => createWebhookStore(em).enable(ID),
    },
  ],
  [
    'a renewal of its subscription',
    {
      owner: [null, 't'],
      prepare: (em) =>
        createFeedSubscriptionStore(em).request({
          request: { ...REQUEST, mode: 'subscribe' },
          host: 'h',
          networkKey: 'n',
          sealed: SEALED,
        }),
      async run(em) {
        const [row] = await em.execute<{ run: number }[]>('select run from subscription_request');
        const request = { ...REQUEST, mode: 'subscribe', run: row?.run ?? 0 } as const;
        await createFeedSubscriptionStore(em).subscribe(request, toFeedFilter(undefined, new Date()));
      },
    },
  ],
];

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'the end of a call', () => {
  const opened = sharedByTests(openTestDatabase);
  let em: SqlEntityManager;
  beforeEach(() => {
    em = opened.database.em();
  });
  afterEach(async () => {
    for (const table of ['subscription_request', 'webhook_event', 'webhook'])
      await em.execute(`delete from ${table}`);
  });

  const queue = () => createWebhookQueue(opened.database.sql);
  const taken = (id: string) => [{ deliveryId: id, run: 1, messageId: id, payload: '{}' }];
  const begin = async ({ owner, prepare }: Restart, ...deliveries: readonly string[]) => {
    await em.execute(STORE, [...owner]);
    for (const id of deliveries) await em.execute(DELIVER, [id, id]);
    await prepare(em);
  };
  const hold = (work: (em: SqlEntityManager) => Promise<unknown>) =>
    holdTransaction(opened.database.em(), work);
  const stateOf = async (id: string) => {
    const [row] = await em.execute<{ is_disabled: boolean; state: string }[]>(
      `select h.disabled_at is not null as is_disabled, d.state
        from webhook h join webhook_delivery d on d.webhook_id = h.id where d.id = ?`,
      [id],
    );
    return row;
  };

  it.each(RESTARTS)('disables no receiver that %s has just restarted', async (_name, restart) => {
    await begin(restart, 'dlv_1');
    const restarting = await hold((transaction) => restart.run(transaction));

    const ended = queue().end(taken('dlv_1'), GONE);
    await untilBlocked(em, 1, ended);
    await restarting.commit();
    await ended;

    expect(await stateOf('dlv_1')).toEqual({ is_disabled: false, state: 'PENDING' });
  });

  it.each(RESTARTS)('waits for %s that waits for another delivery', async (_name, restart) => {
    await begin(restart, 'dlv_1', 'dlv_2');
    const other = await hold((transaction) =>
      transaction.execute(`select from webhook_delivery where id = 'dlv_1' for update`),
    );
    const restarted = opened.database.em().transactional((transaction) => restart.run(transaction));
    await untilBlocked(em, 1, restarted);

    const ended = queue().end(taken('dlv_2'), GONE);
    await untilBlocked(em, 2, ended);
    await other.commit();

    await Promise.all([restarted, ended]);
    expect(await stateOf('dlv_2')).toEqual({ is_disabled: false, state: 'PENDING' });
  });

  it.each(RESTARTS)('gives up no message that %s has just restarted', async (_name, restart) => {
    await begin(restart, 'dlv_1');
    const restarting = await hold((transaction) => restart.run(transaction));

    const discarded = queue().discard(ID);
    await untilBlocked(em, 1, discarded);
    await restarting.commit();
    await discarded;

    expect(await stateOf('dlv_1')).toEqual({ is_disabled: false, state: 'PENDING' });
  });

  it('gives up no message that has just been delivered', async () => {
    await begin(RESTARTS[0]![1], 'dlv_1');
    const discarded = Promise.withResolvers<boolean>();
    await opened.database.sql.transaction(async (sql) => {
      await createWebhookQueue(sql).end(taken('dlv_1'), ACCEPTED);
      const discarding = queue().discard(ID);
      discarding.then(discarded.resolve, discarded.reject);
      await untilBlocked(em, 1, discarding);
    });
    await discarded.promise;

    expect(await stateOf('dlv_1')).toEqual({ is_disabled: true, state: 'DELIVERED' });
  });
});
