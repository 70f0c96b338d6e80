import { expect, it } from '@jest/globals';
import type { JobHandlers } from '../../src/adapters/jobs/jobs.ts';
import { describeWith } from '../support/describe-with.ts';
import { postgresPrograms, startCluster } from '../support/database/postgres-cluster.ts';
import { openInstance } from './opened.ts';
import { sharedDatabase, start, until, sleep, useSharedDatabase } from './running-jobs.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

useSharedDatabase();

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'two instances', () => {
  it('share the jobs, and run each once', async () => {
    const done: [string, string][] = [];
    const handlersOf = (instance: string): JobHandlers => ({
      async 'send-webhook'({ deliveryId }) {
        await sleep(20);
        done.push([deliveryId, instance]);
      },
    });
    const [one, two] = await Promise.all([start(handlersOf('one')), start(handlersOf('two'))]);
    const expected = Array.from({ length: 60 }, (_, number) => `job ${number}`).toSorted();
    // An instance takes the jobs that it adds sooner than those of others.
    await Promise.all(
      expected.map((deliveryId, index) => (index % 2 ? one : two).add('send-webhook', { deliveryId })),
    );
    await until(() => done.length >= 60);
    await sleep(500);
    expect(done.map(([id]) => id).toSorted()).toEqual(expected);
    expect(new Set(done.map(([, instance]) => instance))).toEqual(new Set(['one', 'two']));
  });
});

describeWith(postgresPrograms, 'initdb is not installed', 'jobs whose database fails', (programs) => {
  const cluster = sharedByTests(() => startCluster(programs));

  it('are refused meanwhile, and run when it is back', async () => {
    const done: string[] = [];
    let end: () => void = () => undefined;
    const hold = new Promise<void>((resolve) => (end = resolve));
    const instance = await openInstance(
      { url: cluster.url, directory: sharedDatabase.directory },
      {
        async 'send-webhook'({ deliveryId }) {
          if (deliveryId === 'running') await hold;
          done.push(deliveryId);
        },
      },
      { silence: 10, supervise: 1 },
    );
    try {
      await instance.add('send-webhook', { deliveryId: 'waiting' }, { afterSeconds: 2 });
      await instance.add('send-webhook', { deliveryId: 'running' });
      await sleep(300);
      await cluster.stop('immediate');
      // In jest the system's error is not an instance of this realm's Error; in a plain process it is.
      const code = expect.stringMatching(/^(SERVICE_UNAVAILABLE|ECONNREFUSED)$/);
      await expect(instance.add('send-webhook', { deliveryId: 'refused' })).rejects.toMatchObject({ code });
      // Its completion could not be stored, so it runs again.
      end();
      await until(() => instance.warnings.includes('polling for jobs failed'));
      await cluster.start();
      const times = (name: string) => done.filter((id) => id === name).length;
      await until(() => times('waiting') >= 1 && times('running') >= 2, 60_000);
      expect([times('waiting'), times('running'), times('refused')]).toEqual([1, 2, 0]);
      await instance.add('send-webhook', { deliveryId: 'afterwards' });
      await until(() => times('afterwards') === 1);
      expect(times('afterwards')).toBe(1);
    } finally {
      await instance.close();
    }
  }, 150_000);
});
