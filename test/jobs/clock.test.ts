import { describe, expect, it } from '@jest/globals';
import { JobNotDue } from '../../src/core/jobs.ts';
import { openInstance, type Instance } from './opened.ts';
import { sharedDatabase, start, until, useSharedDatabase } from './running-jobs.ts';

useSharedDatabase();

describe('a database whose clock was ahead', () => {
  const setAhead = ({ database }: Instance, time: string) =>
    database.execute(`create or replace function pgboss.job_now() returns timestamptz language sql stable
      as $$ select now() + interval '${time}' $$`);

  it.each(['1 hour', '30 days'])(
    'jobs run within their periods after the clock was ahead by %s',
    async (time) => {
      let runs = 0;
      let calls = 0;
      const jobs = await start(
        {
          async purge() {
            runs += 1;
            throw new JobNotDue(1_800);
          },
          async 'send-webhook'() {
            calls += 1;
            if (calls < 3) throw new JobNotDue(1_800);
          },
        },
        { perpetual: { purge: 1_800 }, revive: 0.2 },
      );
      const deferred = (count: number) => () =>
        jobs.events.filter(([, event]) => event === 'deferred').length === count;
      await jobs.add('send-webhook', { deliveryId: 'a' });
      await until(deferred(2));
      await setAhead(jobs, time);
      await until(deferred(4));
      expect([runs, calls]).toEqual([2, 2]);
      await setAhead(jobs, '0');
      // An hour ahead a call may still wait for as long as the longest pause of calls.
      await until(() => runs === 3 && (calls === 3 || time === '1 hour'));
      expect(runs).toBe(3);
      expect(calls).toBe(time === '1 hour' ? 2 : 3);
    },
  );

  it('a job whose instance died is taken over', async () => {
    const idle = await openInstance(sharedDatabase, {});
    await idle.add('send-webhook', { deliveryId: 'a' });
    await idle.database.execute(`
      update pgboss.job set state = 'active', started_on = now() + interval '30 days', heartbeat_on = now() + interval '30 days'
      where name = 'send-webhook'`);
    await idle.database.execute(`
      update pgboss.queue set monitor_on = now() + interval '30 days', monitor_claim_on = now() + interval '30 days',
        maintain_on = now() + interval '30 days'`);
    await idle.close();
    const done: string[] = [];
    await start(
      { 'send-webhook': async ({ deliveryId }) => void done.push(deliveryId) },
      { supervise: 1, silence: 10 },
    );
    await until(() => done.length === 1, 60_000);
    expect(done).toEqual(['a']);
  }, 90_000);
});
