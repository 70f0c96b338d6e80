import { expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { createJobs, type JobHandlers } from '../../src/adapters/jobs/jobs.ts';
import { sleep, start, until, useSharedDatabase } from './running-jobs.ts';

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

it('does not look for jobs of kinds without any when it starts', async () => {
  const nothing = async () => undefined;
  const many: JobHandlers = {
    'send-webhooks': nothing,
    'send-webhook': nothing,
    'send-feed-webhooks': nothing,
    'send-to-subscription': nothing,
    'confirm-subscription': nothing,
    'verify-prize-delivery': nothing,
    'finish-provision': nothing,
    purge: nothing,
  };
  // Creates the queues.
  const { database } = await start(many);
  async function countStatements(handlers: JobHandlers): Promise<number> {
    let count = 0;
    const execute: typeof database.execute = (...statement) => {
      count += 1;
      return database.execute(...statement);
    };
    const jobs = createJobs({
      execute,
      handlers,
      report: () => undefined,
      warn: () => undefined,
      times: { poll: 3_600 },
    });
    await jobs.start();
    await sleep(500);
    await jobs.stop();
    return count;
  }
  const more = (await countStatements(many)) - (await countStatements({ purge: nothing }));
  expect(more).toBeLessThan(Object.keys(many).length - 1);
});
