import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobNotDue } from '../../src/core/jobs.ts';
import { eventually } from '../support/eventually.ts';
import { createJobs, type JobHandlers } from '../../src/adapters/jobs/jobs.ts';
import type { Instance } from './opened.ts';
import { sleep, start, until, useSharedDatabase } from './running-jobs.ts';

useSharedDatabase();

/** The workers of slow jobs of a kind. */
const SLOW_WORKERS = 64;
const TOO_MANY = 70;
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

describe('slow jobs that occupy all their workers', () => {
  let jobs: Instance;
  let begun: string[];
  let hasBecomeSlow: boolean;
  let endAll: () => void;
  beforeEach(async () => {
    begun = [];
    hasBecomeSlow = false;
    const ended = new Promise<void>((resolve) => (endAll = resolve));
    jobs = await start({
      async 'send-webhooks'({ webhookId }) {
        if (webhookId === 'becomes slow' && !hasBecomeSlow) {
          hasBecomeSlow = true;
          throw new JobNotDue(0, {}, true);
        }
        begun.push(webhookId);
        if (webhookId.startsWith('slow')) await ended;
      },
    });
    const slow = Array.from({ length: TOO_MANY }, (_, index) => ({ ...job(`slow ${index}`), isSlow: true }));
    await jobs.addAll('send-webhooks', slow);
    await until(() => begun.length === SLOW_WORKERS);
  });

  const job = (webhookId: string) => ({ data: { webhookId }, key: webhookId });
  const all = () => jobs.events.filter(([, event]) => event === 'done').length;

  it('leave the others theirs', async () => {
    await jobs.addAll('send-webhooks', [job('new'), { ...job('due later'), afterSeconds: 0.1 }]);
    await until(() => begun.includes('new') && begun.includes('due later'));
    expect(begun).toHaveLength(SLOW_WORKERS + 2);
    endAll();
    await until(() => all() === TOO_MANY + 2);
  });

  it('leave them to a waiting job that is not slow any more when it is woken', async () => {
    const waiting = { ...job('waiting'), afterSeconds: 3_600 };
    await jobs.addAll('send-webhooks', [{ ...waiting, isSlow: true }]);
    await jobs.wake('send-webhooks', [job('waiting')]);
    await until(() => begun.includes('waiting'));
    expect(begun).toHaveLength(SLOW_WORKERS + 1);
    endAll();
    await until(() => all() === TOO_MANY + 1);
  });

  it('hold up a job that has become slow when it was woken or deferred', async () => {
    await jobs.addAll('send-webhooks', [{ ...job('woken'), afterSeconds: 3_600 }, job('becomes slow')]);
    await jobs.wake('send-webhooks', [{ ...job('woken'), isSlow: true }]);
    await until(() => hasBecomeSlow);
    // Others that come later are done.
    await jobs.addAll('send-webhooks', [job('one'), job('other')]);
    await until(() => all() === 2);
    expect(begun.slice(SLOW_WORKERS).toSorted()).toEqual(['one', 'other']);
    endAll();
    await until(() => all() === TOO_MANY + 4);
    expect(begun).toEqual(expect.arrayContaining(['woken', 'becomes slow']));
  });
});
