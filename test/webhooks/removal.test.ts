import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { createPoolSql, type Sql } from '../../src/adapters/postgres/connection/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { RETENTION } from '../support/gateway/retention.ts';
import { createWebhook, deleteWebhook, deliveriesOf, readDeliveries, startProvider } from './support/api.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

// One message for each webhook of a provider, with all attempts.
const LOG = `
  with event as (
    insert into webhook_event (id, provider_id, type, subject, origin, payload, created_at)
    select 'msg_' || $1 || n, $1, 'operation.failed', 'opn_' || $1 || n, '1', '{}', $4::timestamptz
    from generate_series(1, $3::integer) n returning id
  ), delivery as (
    insert into webhook_delivery (id, webhook_id, event_id, state, is_queued, created_at)
    select 'dlv_' || substr(e.id, 5) || w, w, e.id, 'FAILED', true, $4::timestamptz from event e, unnest($2::text[]) w
    returning id
  ) insert into webhook_attempt (delivery_id, number, at, duration_ms, status)
    select d.id, number, $4::timestamptz, 1, 500 from delivery d, generate_series(1, 8) number`;
const COUNTS = `
  select (select count(*) from webhook_event), (select count(*) from webhook_delivery), (select count(*) from webhook_attempt)`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const addLog = (sql: Sql, provider: string, webhooks: readonly string[], count: number, at: string) =>
  sql.query({ name: '', text: LOG }, [provider, webhooks, count, at]);
const countsOf = async (sql: Sql) => (await sql.query({ name: '', text: COUNTS }, []))[0]?.map(Number);

async function addProvider(gateway: Gateway, webhooks: number) {
  const provider = await startProvider(gateway);
  const ids: string[] = [];
  for (let count = 0; count < webhooks; count += 1) {
    const input = { provider: provider.id, url: 'https://hooks.example.com/' };
    const { body } = await createWebhook(gateway, provider.session, input);
    ids.push(body.data.createWebhook.webhook.id);
  }
  return { id: String(provider.id), session: String(provider.session), webhooks: ids };
}

describe('the log of webhooks', () => {
  const gateway = sharedByTests(startGateway);

  it('loses entries older than 30 days, and those of deleted webhooks', async () => {
    const { id, session, webhooks } = await addProvider(gateway, 3);
    const [kept, deleted] = webhooks as [string, string, string];
    await gateway.onDatabase(async (_em, sql) => {
      await addLog(sql, id, webhooks, 2, daysAgo(29));
    });
    await deleteWebhook(gateway, session, deleted);

    const seen = await readDeliveries(gateway, session, deleted);
    expect(seen.body.errors[0].extensions.code).toBe('NOT_FOUND');
    await gateway.onDatabase(async (_em, sql) => {
      await purgeExpired(sql, RETENTION);
      expect(await countsOf(sql)).toEqual([2, 4, 32]);
      await sql.query(
        { name: '', text: `update webhook_event set created_at = $1 where subject like '%1'` },
        [daysAgo(31)],
      );
      await purgeExpired(sql, RETENTION);
      expect(await countsOf(sql)).toEqual([1, 2, 16]);
    });
    expect(await deliveriesOf(gateway, session, kept)).toHaveLength(1);
  });
});

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'a log too large for one statement',
  () => {
    const EVENTS = 4_500;
    const WEBHOOKS = 6;
    /** The statement timeout of this test's connection; a gateway allows ten seconds. */
    const STATEMENT_MS = 500;
    let database: TestDatabase | undefined;
    let gateway: Gateway;
    let pool: Pool;
    let sql: Sql;
    beforeAll(async () => {
      database = await createTestDatabase();
      gateway = await startGateway({ DATABASE_URL: database?.url ?? '' });
      pool = new Pool({
        connectionString: database?.url,
        statement_timeout: STATEMENT_MS,
        options: '-c TimeZone=UTC',
      });
      sql = createPoolSql(pool);
    });
    afterAll(async () => {
      await pool.end();
      await gateway.stop();
      await database?.drop();
    });

    it('prevents neither the deletion of its webhook nor the purge', async () => {
      const { id, session, webhooks } = await addProvider(gateway, WEBHOOKS);
      await gateway.onDatabase(async (_em, own) => addLog(own, id, webhooks, EVENTS, daysAgo(31)));

      const { body } = await deleteWebhook(gateway, session, webhooks[0] ?? '');
      expect(body).not.toHaveProperty('errors');
      // A job deletes its messages in batches.
      const counts = () => gateway.onDatabase((_em, own) => countsOf(own));
      const rest = [EVENTS, EVENTS * (WEBHOOKS - 1), EVENTS * (WEBHOOKS - 1) * 8];
      const left = await eventually(counts, (found) => found?.[1] === rest[1], 60_000);
      expect(left).toEqual(rest);
      await purgeExpired(sql, RETENTION);

      expect(await countsOf(sql)).toEqual([0, 0, 0]);
    }, 120_000);
  },
);
