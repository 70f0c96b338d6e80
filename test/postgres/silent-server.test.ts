import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { guardPool, toPoolConfig, type PoolLimits } from '../../src/adapters/postgres/server/pools.ts';
import {
  createConnectionWatchdog,
  type ConnectionWatchdog,
} from '../../src/adapters/postgres/server/connection-watchdog.ts';
import { createPoolSql } from '../../src/adapters/postgres/connection/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { openPipe } from '../support/faults/pipe.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const SELECT = { name: 'one', text: 'select 1' };
const LIMITS: PoolLimits = { connections: 3, waiting: 2, waitMs: 3_000, statementMs: 300 };
/** The longest statement, and one second. */
const NOTICED_WITHIN_MS = 1_300 + 700;

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'a database that stops answering',
  (server) => {
    const pipe = sharedByTests(() => openPipe(Number(new URL(server).port || 5432)));
    const throughPipe = (url: string) => {
      const piped = new URL(url);
      piped.hostname = '127.0.0.1';
      piped.port = String(pipe.port);
      return piped.href;
    };

    describe('used by a pool', () => {
      let pool: Pool;
      let silence: ConnectionWatchdog;
      let warnings: string[];
      beforeEach(() => {
        warnings = [];
        silence = createConnectionWatchdog((message) => warnings.push(message));
        pool = new Pool(toPoolConfig(throughPipe(server), 'giveaways test', LIMITS));
        pool.on('error', () => undefined);
        guardPool(pool, LIMITS, silence);
      });
      afterEach(async () => {
        pipe.mend();
        await pool.end();
      });
      const connectAll = () =>
        Promise.all(Array.from({ length: LIMITS.connections }, () => pool.query('select pg_sleep(0.02)')));

      it.each([
        ['a statement', () => createPoolSql(pool).query(SELECT, [])],
        ['a transaction', () => createPoolSql(pool).transaction(({ query }) => query(SELECT, []))],
      ])(
        'fails %s without a response as unavailable, and opens all connections anew',
        async (_what, sendRequest) => {
          await connectAll();
          pipe.silence();
          const requested = performance.now();

          await expect(sendRequest()).rejects.toMatchObject({
            code: 'SERVICE_UNAVAILABLE',
            retryAfterSeconds: 2,
          });

          expect(performance.now() - requested).toBeLessThan(NOTICED_WITHIN_MS);
          expect(warnings).toHaveLength(1);
          await eventually(
            async () => pool.totalCount,
            (count) => count === 0,
          );
          expect(pool.totalCount).toBe(0);
          pipe.mend();
          expect(await sendRequest()).toEqual([['1']]);
        },
      );

      it('keeps idle connections, and those with slow statements', async () => {
        await connectAll();
        const [before] = await createPoolSql(pool).query({ name: '', text: 'select pg_backend_pid()' }, []);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const [after] = await createPoolSql(pool).query({ name: '', text: 'select pg_backend_pid()' }, []);

        expect(after).toEqual(before);
        expect(warnings).toEqual([]);
      });

      it('ends a statement that takes too long, and refuses a statement at once when too many wait', async () => {
        const sql = createPoolSql(pool);
        const long = () => sql.query({ name: '', text: 'select pg_sleep(30)' }, []);
        const limit = LIMITS.connections + LIMITS.waiting;
        const requested = Array.from({ length: limit }, () => long().catch((error: unknown) => error));
        const began = performance.now();

        await expect(long()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 });

        expect(performance.now() - began).toBeLessThan(250);
        for (const error of await Promise.all(requested))
          expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: { code: '57014' } });
      });
    });

    describe('used by a gateway', () => {
      let database: TestDatabase;
      let gateway: Gateway;
      let key: string;
      beforeAll(async () => {
        database = (await createTestDatabase(server)) as TestDatabase;
        gateway = await startGateway({ DATABASE_URL: throughPipe(database.url) });
        key = await gateway.createKey();
        // The thread of costly reads starts with the first one, which it may take too long to answer.
        await eventually(
          () => gateway.graphql(FEED, { search: 'first' }),
          ({ status }) => status === 200,
          30_000,
        );
      });
      afterAll(async () => {
        pipe.mend();
        await gateway.stop();
        await database.drop();
      });

      const FEED =
        'query ($first: Int, $search: String) { feed(first: $first, filter: { search: $search }) { edges { cursor } } }';
      const readiness = async () => (await gateway.rest('GET', '/readyz')).status;
      const requests = (): Promise<readonly { readonly status: number; readonly headers: Headers }[]> =>
        Promise.all([
          gateway.publish(key, draft()),
          gateway.read(key, 'absent'),
          gateway.graphql(FEED, { first: 1 + Math.floor(Math.random() * 99) }),
          gateway.graphql(FEED, { search: 'silence', first: 1 + Math.floor(Math.random() * 99) }),
          gateway.graphql('{ viewer { id } }', {}, key),
          gateway.rest('GET', `/feed.json?first=${1 + Math.floor(Math.random() * 99)}`),
        ]);
      const statuses = async () => (await requests()).map(({ status }) => status);

      it('answers 503 meanwhile, and everything again within 20 seconds after its return', async () => {
        expect(await statuses()).toEqual([200, 404, 200, 200, 200, 200]);

        pipe.silence();
        const refused = requests();
        expect(await readiness()).toBe(503);
        for (const { status, headers } of await refused) {
          expect(status).toBe(503);
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        }
        expect(await readiness()).toBe(503);

        pipe.mend();
        const mended = performance.now();
        expect(await statuses()).toEqual([200, 404, 200, 200, 200, 200]);
        expect(await readiness()).toBe(200);
        expect(performance.now() - mended).toBeLessThan(20_000);
      });
    });
  },
);
