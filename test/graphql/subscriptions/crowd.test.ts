import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { giveawayIdOf } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { ROUND, TIMEOUT_MS } from './clients.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const CONNECTIONS = 10;
const EACH = 50;
const ALL = CONNECTIONS * EACH;
const giveaway = giveawayIdOf(SUMMER.endless);

/** What one of many subscribers got. */
interface Subscriber {
  readonly messages: Json[];
  ended: Json;
}

let clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});

/** Subscribes with clients that reconnect, as browsers do; `urlOf` is asked at each connection. */
function subscribeAll(urlOf: () => string): readonly Subscriber[] {
  clients = Array.from({ length: CONNECTIONS }, () =>
    createClient({
      url: () => `${urlOf().replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 20,
      retryWait: () => new Promise((resolve) => setTimeout(resolve, 100)),
      shouldRetry: () => true,
    }),
  );
  return clients.flatMap((client) =>
    Array.from({ length: EACH }, () => {
      const subscriber: Subscriber = { messages: [], ended: undefined };
      client.subscribe<Json>(
        { query: ROUND, variables: { giveaway } },
        {
          next: (message) => subscriber.messages.push(message),
          error: (reason) => (subscriber.ended ??= reason),
          complete: () => (subscriber.ended ??= 'complete'),
        },
      );
      return subscriber;
    }),
  );
}

const untilAllGot = (subscribers: readonly Subscriber[], count: number) =>
  eventually(
    async () => subscribers.filter(({ messages }) => messages.length >= count).length,
    (reached) => reached === subscribers.length,
    TIMEOUT_MS,
  );
const endsOf = (subscribers: readonly Subscriber[]) =>
  subscribers.flatMap(({ ended }) => (ended === undefined ? [] : [ended]));
const errorsOf = (subscribers: readonly Subscriber[]) =>
  subscribers.flatMap(({ messages }) => messages.flatMap(({ errors }) => errors ?? []));

/** Writes to the latest round as a step of the projection does. */
const changeRound = (gateway: Gateway, version: number) =>
  gateway.onDatabase((em) =>
    em.transactional(async (inner) => {
      await inner.execute('insert into chain_step (version, next_block, giveaway_ids) values (?, 0, ?)', [
        version,
        JSON.stringify([giveaway]),
      ]);
      await inner.execute('update chain_cursor set version = ?', [version]);
      await inner.execute(
        `insert into giveaway_round (giveaway_id, index) values (?, 0)
          on conflict (giveaway_id, index) do update set net_entries = giveaway_round.net_entries`,
        [giveaway],
      );
    }),
  );

describe('500 subscribers of one giveaway', () => {
  const gateway = sharedByTests(startGateway);
  beforeAll(async () => {
    await gateway.onDatabase(seedSummer);
  }, TIMEOUT_MS);

  it(
    'all get the present state, and then each change, and none ends',
    async () => {
      const subscribers = subscribeAll(() => gateway.url);
      expect(await untilAllGot(subscribers, 1)).toBe(ALL);
      await changeRound(gateway, 10);
      expect(await untilAllGot(subscribers, 2)).toBe(ALL);
      expect([endsOf(subscribers), errorsOf(subscribers)]).toEqual([[], []]);
    },
    2 * TIMEOUT_MS,
  );

  it(
    'are delayed by a busy database, and not ended',
    async () => {
      const subscribers = subscribeAll(() => gateway.url);
      // Each statement that is queued before theirs takes its time.
      await gateway.onDatabase(async (_em, sql) => {
        await Promise.all(
          Array.from({ length: 12 }, () => sql.query({ name: '', text: 'select pg_sleep(0.3)' }, [])),
        );
      });
      expect(await untilAllGot(subscribers, 1)).toBe(ALL);
      expect([endsOf(subscribers), errorsOf(subscribers)]).toEqual([[], []]);
    },
    2 * TIMEOUT_MS,
  );

  it(
    'subscribe again when the instance has been restarted',
    async () => {
      const subscribers = subscribeAll(() => gateway.url);
      expect(await untilAllGot(subscribers, 1)).toBe(ALL);
      await gateway.restart();
      expect(await untilAllGot(subscribers, 2)).toBe(ALL);
      expect(endsOf(subscribers)).toEqual([]);
    },
    2 * TIMEOUT_MS,
  );
});

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  '500 subscribers of an instance that stops',
  () => {
    let database: TestDatabase | undefined;
    let gateways: Gateway[];
    beforeAll(async () => {
      database = await createTestDatabase();
      const shared = {
        DATABASE_URL: database?.url ?? '',
        AUTH_SECRET: randomUUID(),
        KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      };
      gateways = [await startGateway(shared), await startGateway(shared)];
      await gateways[0]?.onDatabase(seedSummer);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await gateways[1]?.stop();
      await database?.drop();
    });

    it(
      'continue at another instance, which sends them the present state and each change',
      async () => {
        const [first, second] = gateways as [Gateway, Gateway];
        let url = first.url;
        const subscribers = subscribeAll(() => url);
        expect(await untilAllGot(subscribers, 1)).toBe(ALL);
        url = second.url;
        await first.stop();
        expect(await untilAllGot(subscribers, 2)).toBe(ALL);
        await changeRound(second, 20);
        expect(await untilAllGot(subscribers, 3)).toBe(ALL);
        expect([endsOf(subscribers), errorsOf(subscribers)]).toEqual([[], []]);
      },
      2 * TIMEOUT_MS,
    );
  },
);
