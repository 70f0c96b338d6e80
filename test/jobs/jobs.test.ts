import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { JobNotDue } from '../../src/core/jobs.ts';
import { eventually } from '../support/eventually.ts';
import { openInstance, type Instance } from './opened.ts';
import { sharedDatabase, start, until, sleep, useSharedDatabase } from './running-jobs.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

useSharedDatabase();

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const rowsOf = (instance: Instance, name: string, columns: string) =>
  instance.database.sql.query({ name: '', text: `select ${columns} from pgboss.job where name = $1` }, [
    name,
  ]);

describe('a job', () => {
  it('runs with its data as soon as it is added', async () => {
    const done: string[] = [];
    // Polling alone would not find it in time.
    const jobs = await start(
      { 'send-webhook': async ({ deliveryId }) => void done.push(deliveryId) },
      { poll: 3_600 },
    );
    for (const deliveryId of ['a', 'b', 'c', 'd', 'e', 'f']) await jobs.add('send-webhook', { deliveryId });
    await until(() => jobs.events.length === 6);
    expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(jobs.events).toEqual(Array.from({ length: 6 }, () => ['send-webhook', 'done']));
  });

  it('waits until it is due', async () => {
    const done: number[] = [];
    const jobs = await start({ 'send-webhook': async () => void done.push(Date.now()) });
    const added = Date.now();
    await jobs.add('send-webhook', { deliveryId: 'later' }, { afterSeconds: 1 });
    await until(() => done.length === 1);
    expect((done[0] ?? 0) - added).toBeGreaterThanOrEqual(950);
  });

  it('does not wait for another long one', async () => {
    const done: string[] = [];
    let end: () => void = () => undefined;
    const long = new Promise<void>((resolve) => (end = resolve));
    const jobs = await start({
      async 'send-webhook'({ deliveryId }) {
        if (deliveryId === 'long') await long;
        done.push(deliveryId);
      },
    });
    await jobs.add('send-webhook', { deliveryId: 'long' });
    for (const deliveryId of ['1', '2', '3', '4', '5']) await jobs.add('send-webhook', { deliveryId });
    await until(() => done.length === 5);
    end();
    await until(() => done.length === 6);
    expect(done.at(-1)).toBe('long');
  });

  it('is retried after a failure, later each time', async () => {
    const tried: number[] = [];
    const jobs = await start({
      async 'send-webhook'() {
        tried.push(performance.now());
        if (tried.length < 3) throw new Error('not yet');
      },
    });
    await jobs.add('send-webhook', { deliveryId: 'x' });
    await until(() => jobs.events.length === 3);
    const [first = 0, second = 0, third = 0] = tried;
    expect(second - first).toBeGreaterThanOrEqual(950);
    expect(third - second).toBeGreaterThanOrEqual(1_950);
    expect(jobs.events.map(([, event]) => event)).toEqual(['retried', 'retried', 'done']);
    expect(jobs.failures).toMatchObject([
      { job: 'send-webhook', attempt: 1, isLast: false, err: { message: 'not yet' } },
      { attempt: 2, isLast: false },
    ]);
  });

  it('is retried after a timeout, and does not block other jobs', async () => {
    let tried = 0;
    const jobs = await start(
      {
        async 'send-webhook'() {
          tried += 1;
          if (tried <= 4) await new Promise(() => undefined);
        },
      },
      { longest: 1 },
    );
    for (const deliveryId of ['1', '2', '3', '4']) await jobs.add('send-webhook', { deliveryId });
    await until(() => jobs.events.length === 8);
    const times = (wanted: string) => jobs.events.filter(([, event]) => event === wanted).length;
    expect([times('retried'), times('done')]).toEqual([4, 4]);
  });

  it('is retried for at least a day', async () => {
    const jobs = await start({}, { retry: 5 });
    await jobs.add('send-webhook', { deliveryId: 'x' });
    const [row] = await rowsOf(
      jobs,
      'send-webhook',
      'retry_limit, retry_delay, retry_delay_max, retry_backoff',
    );
    const [limit, delay, longest] = (row ?? []).map(Number) as [number, number, number];
    expect(row?.[3]).toBe(true);
    const shortest = Array.from({ length: limit }, (_, failed) => Math.min(longest, delay * 2 ** failed));
    expect(shortest.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThanOrEqual(86_400);
  });

  it('is stored after its last failure, without secrets from the error', async () => {
    const jobs = await start({
      'send-webhook': () => Promise.reject(Object.assign(new Error('refused'), { secret: 'hunter2' })),
    });
    await jobs.add('send-webhook', { deliveryId: 'x' }, { afterSeconds: 1 });
    await jobs.database.sql.query({ name: '', text: 'update pgboss.job set retry_limit = 0' }, []);
    await until(() => jobs.failures.length === 1);
    expect(jobs.failures).toMatchObject([
      { attempt: 1, isLast: true, err: { type: 'Error', message: 'refused' } },
    ]);
    expect(jobs.events).toEqual([['send-webhook', 'failed']]);
    const [kept] = await eventually(
      () => rowsOf(jobs, 'failed', 'data, source_name, source_output'),
      (rows) => rows.length === 1,
    );
    expect(kept?.slice(0, 2)).toEqual(['{"deliveryId": "x"}', 'send-webhook']);
    expect(kept?.[2]).toContain('refused');
    expect(JSON.stringify([kept, jobs.failures])).not.toContain('hunter2');
  });

  it('is retried later when it is not due, which does not count as a failure', async () => {
    let tried = 0;
    const added: Date[] = [];
    const jobs = await start({
      async 'verify-prize-delivery'(_data, addedAt) {
        tried += 1;
        added.push(addedAt);
        if (tried < 4) throw new JobNotDue(tried === 1 ? 0.1 : 0.2);
      },
    });
    await jobs.add('verify-prize-delivery', { operationId: 'x' }, { key: 'x' });
    await until(() => jobs.events.length === 4);
    expect(jobs.events.map(([, event]) => event)).toEqual(['deferred', 'deferred', 'deferred', 'done']);
    const [row] = await eventually(
      () => rowsOf(jobs, 'verify-prize-delivery', 'retry_count, state'),
      ([found]) => found?.[1] === 'completed',
    );
    expect(row).toEqual(['0', 'completed']);
    expect(added).toEqual(added.map(() => added[0]));
    expect(Math.abs(Date.now() - (added[0]?.getTime() ?? 0))).toBeLessThan(60_000);
    expect(jobs.failures).toEqual([]);
  });

  it('is added once per kind and key while one is waiting', async () => {
    const begun: string[] = [];
    let end: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => (end = resolve));
    const jobs = await start({
      async 'send-webhook'({ deliveryId }) {
        begun.push(deliveryId);
        await hold;
      },
      'verify-prize-delivery': async ({ operationId }) => void begun.push(operationId),
    });
    await jobs.add('send-webhook', { deliveryId: 'first' }, { key: 'k' });
    await jobs.add('send-webhook', { deliveryId: 'waiting' }, { key: 'k' });
    await until(() => begun.length === 1);
    await jobs.add('send-webhook', { deliveryId: 'running' }, { key: 'k' });
    await jobs.add('verify-prize-delivery', { operationId: 'other kind' }, { key: 'k' });
    await jobs.add('send-webhook', { deliveryId: 'other key' }, { key: 'l' });
    await until(() => begun.length === 3);
    end();
    await until(() => jobs.events.length === 3);
    await eventually(
      () => rowsOf(jobs, 'send-webhook', 'state'),
      (rows) => rows.every(([state]) => state === 'completed'),
    );
    await jobs.add('send-webhook', { deliveryId: 'again' }, { key: 'k' });
    await until(() => jobs.events.length === 4);
    expect(begun.toSorted()).toEqual(['again', 'first', 'other key', 'other kind']);
  });

  it('gets time to end when its instance stops', async () => {
    let ended = false;
    const jobs = await openInstance(sharedDatabase, {
      async 'send-webhook'() {
        await sleep(700);
        ended = true;
      },
    });
    await jobs.add('send-webhook', { deliveryId: 'x' });
    await sleep(100);
    await jobs.close();
    expect([ended, jobs.events]).toEqual([true, [['send-webhook', 'done']]]);
  });

  it('is counted while it waits', async () => {
    const jobs = await start({ 'send-webhook': async () => undefined }, { supervise: 1 });
    await jobs.add('send-webhook', { deliveryId: 'x' }, { afterSeconds: 3_600 });
    const waiting = await eventually(jobs.waiting, (counts) => counts.get('send-webhook') === 1, 30_000);
    expect(waiting.get('send-webhook')).toBe(1);
  });

  it('survives a restart', async () => {
    const before = await openInstance(sharedDatabase, {});
    await before.add('send-webhook', { deliveryId: 'kept' }, { key: 'kept' });
    await before.close();
    const done: string[] = [];
    await start({ 'send-webhook': async ({ deliveryId }) => void done.push(deliveryId) });
    await until(() => done.length > 0);
    expect(done).toEqual(['kept']);
  });

  it('is run by another instance when its own is killed', async () => {
    const env = { ...CHILD_ENVIRONMENT, PLACE: JSON.stringify(sharedDatabase) };
    const child = spawn(process.execPath, [WORKER], { cwd: ROOT, env, stdio: 'pipe' });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()));
    await until(() => output.includes('began long') || child.exitCode !== null, 60_000);
    expect(output).toContain('began long');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const done: string[] = [];
    const handlers = {
      'send-webhook': async ({ deliveryId }: { deliveryId: string }) => void done.push(deliveryId),
    };
    await start(handlers, { supervise: 1 });
    await until(() => done.length > 0, 60_000);
    expect(done).toEqual(['long']);
  }, 150_000);
});

describe('a perpetual job', () => {
  const perpetual = { 'mark-ended': 60 };

  it('survives whatever its runs throw, and shows that it fails', async () => {
    let attempts = 0;
    const jobs = await start(
      {
        async 'mark-ended'() {
          attempts += 1;
          throw attempts < 4 ? new Error('not today') : new JobNotDue(3_600);
        },
      },
      { perpetual },
    );
    const again = async () => {
      const before = attempts;
      await jobs.database.execute(`update pgboss.job set start_after = now() where name = 'mark-ended'`);
      await until(() => attempts > before);
    };
    await until(() => jobs.events.length === 1);
    for (let run = 2; run <= 3; run += 1) {
      await again();
      await until(() => jobs.events.length === run);
    }
    expect(jobs.failures.map(({ err, isLast }) => [err.message, isLast])).toEqual(
      Array.from({ length: 3 }, () => ['not today', false]),
    );
    const rows = await eventually(
      () => rowsOf(jobs, 'mark-ended', 'state, retry_count'),
      ([row]) => row?.[0] === 'created',
    );
    expect(rows).toEqual([['created', '0']]);
    expect(await jobs.backlog()).toMatchObject({ isFailing: true });
    expect(await jobs.runs()).toMatchObject([{ name: 'mark-ended', failures: 3 }]);
    await again();
    await until(() => jobs.events.length === 4);
    expect(await jobs.backlog()).toMatchObject({ isFailing: false });
    expect(await jobs.runs()).toMatchObject([{ name: 'mark-ended', failures: 0, gaveUp: false }]);
  });

  it('is added again when it is gone, and shows what it gave up', async () => {
    let runs = 0;
    const jobs = await start(
      {
        async 'mark-ended'() {
          runs += 1;
          throw new JobNotDue(3_600, { givenUp: 2 });
        },
      },
      { perpetual: { 'mark-ended': 3_600 }, revive: 0.2 },
    );
    await until(() => jobs.events.length === 3);
    expect(jobs.events).toEqual([
      ['mark-ended', 'given-up'],
      ['mark-ended', 'given-up'],
      ['mark-ended', 'deferred'],
    ]);
    expect(await jobs.backlog()).toMatchObject({ isFailing: false, gaveUp: true });
    await jobs.database.execute(`delete from pgboss.job where name = 'mark-ended'`);
    await until(() => runs === 2);
    expect(runs).toBe(2);
  });
});
