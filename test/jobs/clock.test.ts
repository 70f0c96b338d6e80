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
          async 'mark-ended'() {
            runs += 1;
            throw new JobNotDue(1_800);
          },
          async 'send-webhook'() {
            calls += 1;
            if (calls < 3) throw new JobNotDue(1_800);
          },
        },
        { perpetual: { 'mark-ended': 1_800 }, revive: 0.2 },
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

  it('a job that was added meanwhile counts as added now, and so does one that was given up', async () => {
    const idle = await openInstance(sharedDatabase, {});
    for (const deliveryId of ['of the future', 'of a minute ago'])
      await idle.add('send-webhook', { deliveryId });
    await idle.database.execute(`
      update pgboss.job set created_on = now() + interval '30 days' where data->>'deliveryId' = 'of the future'`);
    await idle.database.execute(`
      update pgboss.job set created_on = now() - interval '1 minute' where data->>'deliveryId' = 'of a minute ago'`);
    await idle.database.execute(`
      insert into pgboss.job (name, created_on) values ('failed', now() + interval '30 days')`);
    await idle.close();
    const added = new Map<string, number>();
    const jobs = await start(
      {
        async 'send-webhook'({ deliveryId }, addedAt) {
          added.set(deliveryId, addedAt.getTime());
          throw new JobNotDue(1);
        },
      },
      { revive: 0.2 },
    );
    const ages = () => [...added.values()].map((at) => Math.round((Date.now() - at) / 60_000));
    await until(() => ages().length === 2 && ages().every((minutes) => minutes >= 0));
    expect(new Set(ages())).toEqual(new Set([0, 1]));
    const { rows } = await jobs.database.execute(
      `select extract(epoch from now() - created_on)::float8 as age from pgboss.job where name = 'failed'`,
    );
    expect(Math.abs((rows as { readonly age: number }[])[0]?.age ?? NaN)).toBeLessThan(60);
  });

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
  });
});
