import { expect, it } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { purgeExpired } from '../../src/adapters/postgres/purge/purge.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { insert } from '../support/database/read-model.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const gateway = sharedByTests(startGateway);

const metrics = () => gateway.metrics();
const column = async (em: SqlEntityManager, text: string) =>
  (await em.getConnection().execute<{ found: string }[]>(text)).map(({ found }) => found);
const makeDue = (em: SqlEntityManager) =>
  em.getConnection().execute(`update pgboss.job set start_after = now() where name = 'purge'`);

it('deletes old idempotency keys and expired sessions, and schedules the next purge', async () => {
  await gateway.onDatabase(makeDue);
  await eventually(metrics, (text) => text.includes('jobs_total{job="purge",event="deferred"} 1'), 20_000);
  await gateway.onDatabase(async (em) => {
    await insert(em, 'provider', [{ id: 'prv_1', name: 'P', chain_key: '0x1', created_at: ago(90) }]);
    const key = (name: string, days: number) => ({
      provider_id: 'prv_1',
      key: name,
      fingerprint: 'f',
      operation_id: 'opn_1',
      claimed_until: ago(days),
      created_at: ago(days),
    });
    await insert(em, 'idempotency_key', [key('old', 31), key('young', 29)]);
    const account = { id: 'acc_1', email: 'a@example.com', created_at: ago(90), updated_at: ago(90) };
    await insert(em, 'user_account', [account]);
    const session = (id: string, days: number) => ({
      id,
      token: id,
      account_id: 'acc_1',
      expires_at: ago(days),
      created_at: ago(60),
      updated_at: ago(60),
    });
    await insert(em, 'session', [session('over', 1), session('live', -1)]);
    const code = (name: string, days: number) => ({
      email_hash: name,
      network_hash: 'n',
      code_hash: 'c',
      created_at: ago(days),
      expires_at: ago(days),
    });
    await insert(em, 'sign_in_code', [code('old', 1.1), code('young', 0.9)]);
    // As on the next day.
    await makeDue(em);
  });

  const read = async (em: SqlEntityManager) => [
    await column(em, 'select key as found from idempotency_key'),
    await column(em, 'select id as found from session'),
    await column(em, 'select email_hash as found from sign_in_code'),
    await column(
      em,
      `select name as found from pgboss.job
       where name = 'purge' and state = 'created' and start_after > now() + interval '23 hours'`,
    ),
  ];
  const found = await eventually(
    () => gateway.onDatabase(read),
    ([keys, , , again]) => keys?.length === 1 && again?.length === 1,
    20_000,
  );
  expect(found).toEqual([['young'], ['live'], ['young'], ['purge']]);
  expect(await metrics()).toMatch(/jobs_waiting\{job="purge"\} \d/);
});

it('a purge that fails for one kind stops no other, and is reported', async () => {
  await gateway.onDatabase(async (em, sql) => {
    await em.execute('alter table idempotency_key rename to idempotency_key_away');
    try {
      await em.execute(`
        insert into sign_in_code (email_hash, network_hash, code_hash, created_at, expires_at)
        values ('e', 'n', 'c', now() - interval '9 days', now() - interval '9 days')`);
      const { isDone, failures } = await purgeExpired(sql, { operationDays: 90, auditMonths: 24 });
      expect([isDone, failures.map(String)]).toEqual([
        true,
        [expect.stringContaining('"idempotency_key" does not exist')],
      ]);
      expect(await column(em, `select email_hash as found from sign_in_code where email_hash = 'e'`)).toEqual(
        [],
      );
    } finally {
      await em.execute('alter table idempotency_key_away rename to idempotency_key');
    }
  });
});
