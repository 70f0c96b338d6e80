import { describe, expect, it } from '@jest/globals';
import { readBacklog } from '../../src/adapters/jobs/backlog.ts';
import { measureBuffers } from '../support/database/buffers.ts';
import { describeWith } from '../support/describe-with.ts';
import type { Instance } from './opened.ts';
import { start, until, useSharedDatabase } from './running-jobs.ts';

useSharedDatabase();

const NONE = { oldestWaits: 0, isFailing: false, gaveUp: false };
/** Nobody looks for due jobs. */
const ASLEEP = { poll: 3_600 };
const change = (instance: Instance, text: string) => instance.database.sql.query({ name: '', text }, []);

describe('the backlog', () => {
  it('is empty without jobs, and while jobs are not due', async () => {
    const jobs = await start({ 'send-webhook': async () => undefined });
    expect(await jobs.backlog()).toEqual(NONE);
    await jobs.add('send-webhook', { deliveryId: 'later' }, { afterSeconds: 3_600 });
    expect(await jobs.backlog()).toEqual(NONE);
  });

  it('says how long the oldest due job waits', async () => {
    const jobs = await start({ 'send-webhook': async () => undefined }, ASLEEP);
    for (const deliveryId of ['a', 'b'])
      await jobs.add('send-webhook', { deliveryId }, { afterSeconds: 3_600 });
    await change(
      jobs,
      'update pgboss.job set start_after = now() - interval \'40 seconds\' where data @> \'{"deliveryId": "a"}\'',
    );
    const { oldestWaits, isFailing } = await jobs.backlog();
    expect(oldestWaits).toBeGreaterThanOrEqual(40);
    expect(oldestWaits).toBeLessThan(100);
    expect(isFailing).toBe(false);
  });

  it('leaves out kinds of jobs that this instance does not run', async () => {
    const jobs = await start({ 'send-webhook': async () => undefined });
    await jobs.add('keep-rounds', {}, { key: 'keep-rounds' });
    await change(jobs, "update pgboss.job set start_after = now() - interval '1 day'");
    expect(await jobs.backlog()).toEqual(NONE);
  });

  it('leaves out jobs of a group while another job of the group runs', async () => {
    let end: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => (end = resolve));
    let begun = 0;
    const jobs = await start({
      async 'verify-prize-delivery'() {
        begun += 1;
        await hold;
      },
    });
    for (const operationId of ['a', 'b', 'c', 'd'])
      await jobs.add('verify-prize-delivery', { operationId }, { group: 'prv_slow' });
    await until(() => begun === 2);
    await change(
      jobs,
      "update pgboss.job set start_after = now() - interval '1 day' where state = 'created'",
    );
    expect((await jobs.backlog()).oldestWaits).toBe(0);
    await jobs.add(
      'verify-prize-delivery',
      { operationId: 'e' },
      { group: 'prv_other', afterSeconds: 3_600 },
    );
    await change(
      jobs,
      "update pgboss.job set start_after = now() - interval '1 hour' where group_id = 'prv_other'",
    );
    expect(Math.round((await jobs.backlog()).oldestWaits / 60)).toBe(60);
    end();
  });

  it.each([
    ['the service', [undefined], 2, true],
    ['one group', ['prv_one', 'prv_one'], 9, false],
    ['several groups', ['prv_one', 'prv_two'], 2, true],
    ['several groups for the second time', ['prv_one', 'prv_two'], 1, false],
  ])('is failing or not when jobs of %s fail', async (_whose, groups, failures, isFailing) => {
    const jobs = await start({ 'send-webhook': async () => undefined }, ASLEEP);
    for (const [index, group] of groups.entries()) {
      const options = { afterSeconds: 3_600, ...(group !== undefined && { group }) };
      await jobs.add('send-webhook', { deliveryId: String(index) }, options);
    }
    await change(jobs, `update pgboss.job set state = 'retry', retry_count = ${failures}`);
    expect(await jobs.backlog()).toEqual({ oldestWaits: 0, isFailing, gaveUp: false });
  });
});

const MANY = 20_000;
const MAX_BUFFERS = 200;
const STATES = ['created', 'retry', 'active', 'completed', 'failed', 'cancelled'];

// PostgreSQL in WebAssembly has the same planner, and needs several times as long.
describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'the backlog of many jobs', () => {
  const insert = (jobs: Instance, state: string, startAfter: string, number: number) =>
    change(
      jobs,
      `insert into pgboss.job (name, state, start_after, created_on, group_id, policy, singleton_key)
       select 'send-webhook', '${state}', now() + interval '${startAfter}', now() - n * interval '1 second',
         'group ' || n % 500, 'exclusive', '${state} ' || n || '${startAfter}'
       from generate_series(1, ${number}) n`,
    );

  it.each(STATES.flatMap((state) => [`1 hour`, '-1 hour'].map((startAfter) => ({ state, startAfter }))))(
    'reads few of those that are $state and due in $startAfter, with old and new statistics',
    async ({ state, startAfter }) => {
      const jobs = await start({ 'send-webhook': async () => undefined }, ASLEEP);
      await change(jobs, 'truncate pgboss.job');
      await insert(jobs, 'completed', '-1 day', 1_000);
      await change(jobs, 'analyze pgboss.job');
      await insert(jobs, state, startAfter, MANY);
      for (const statistics of ['', 'analyze pgboss.job']) {
        if (statistics !== '') await change(jobs, statistics);
        const sql = measureBuffers(jobs.database.sql);
        const { oldestWaits } = await readBacklog(
          async (text, values) => {
            const [row] = await sql.query({ name: 'backlog', text }, values);
            return { rows: [{ waits: row?.[0], failing: row?.[1] }] };
          },
          ['send-webhook', 'keep-rounds'],
        );
        const isWaiting = state === 'created' || state === 'retry';
        expect(Math.round(oldestWaits / 60)).toBe(isWaiting && startAfter === '-1 hour' ? 60 : 0);
        expect(sql.buffers.get('backlog')).toBeLessThan(MAX_BUFFERS);
      }
    },
  );
});
