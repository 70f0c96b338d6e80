import { afterEach, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createBareDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { runToEnd } from '../support/gateway/process.ts';

jest.setTimeout(120_000);

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'a start whose migration loses its connection',
  () => {
    let database: TestDatabase | undefined;
    let directory: string;
    let blocker: Client;
    let watcher: Client;
    afterEach(async () => {
      await Promise.all([blocker.end(), watcher.end()]);
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    });

    // The statement that creates the same table waits.
    it.each([
      ['before the first migration', 'migration', "application_name = 'giveaways writes'"],
      ['within a migration', 'user_account', "application_name = 'giveaways writes'"],
      ['within a migration, together with its lock', 'user_account', "application_name like 'giveaways %'"],
    ])('ends with exit code 1 and the reason %s', async (_when, table, which) => {
      database = await createBareDatabase();
      directory = await mkdtemp(join(tmpdir(), 'gateway-'));
      const url = database?.url ?? '';
      blocker = new Client({ connectionString: url });
      watcher = new Client({ connectionString: url });
      await Promise.all([blocker.connect(), watcher.connect()]);
      await blocker.query('begin');
      await blocker.query(`create table ${table} (id integer)`);

      const ended = runToEnd({
        DATABASE_URL: url,
        DATA_DIR: directory,
        CHAIN: 'off',
        METRICS_PORT: '0',
        PORT: '0',
      });
      const { rowCount } = await eventually(
        () =>
          watcher.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        (found) => Number(found.rowCount) > 0,
        60_000,
      );
      expect(rowCount).toBe(1);
      // Between two attempts nothing waits for the lock.
      await eventually(
        () =>
          watcher.query(
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${which}
                 and exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`,
          ),
        (ended) => Number(ended.rowCount) > 0,
        60_000,
      );

      const { code, output } = await ended;
      expect([code, output]).toEqual([1, expect.stringContaining('terminating connection')]);
    });
  },
);
