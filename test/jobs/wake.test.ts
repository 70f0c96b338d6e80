import { expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { start, until, useSharedDatabase } from './running-jobs.ts';

useSharedDatabase();

const STATES = { name: '', text: `select state from pgboss.job where name = 'send-webhooks'` };

it('starts a waiting job at once and names it when it is woken, and names no running one', async () => {
  const done: string[] = [];
  let end: () => void = () => undefined;
  const long = new Promise<void>((resolve) => (end = resolve));
  const jobs = await start({
    async 'send-webhooks'({ webhookId }) {
      if (webhookId === 'running') await long;
      done.push(webhookId);
    },
  });
  const job = (webhookId: string) => ({ data: { webhookId }, key: webhookId });
  await jobs.addAll('send-webhooks', [{ ...job('late'), afterSeconds: 3_600 }, job('running')]);
  await eventually(
    () => jobs.database.sql.query(STATES, []),
    (rows) => rows.some(([state]) => state === 'active'),
  );

  const woken = await jobs.wake('send-webhooks', ['late', 'running', 'new'].map(job));

  expect([woken.has('late'), woken.has('running')]).toEqual([true, false]);
  await until(() => done.length === 2);
  expect(done.toSorted()).toEqual(['late', 'new']);
  end();
  await until(() => done.length === 3);
});
