import { expect, it } from '@jest/globals';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const MINUTE = 60_000;

const opened = sharedByTests(openTestDatabase);

const execute = (text: string) => opened.database.sql.query({ name: '', text }, []);

it.each([
  ['was caught up ten minutes ago', `now() - interval '10 minutes'`, 10.5 * MINUTE],
  // Stored times are rounded, perhaps to a later one.
  ['is caught up', `now() - interval '1 second'`, 0.5 * MINUTE],
  ['was caught up before the latest block', `now() - interval '2 hours'`, 60 * MINUTE],
  ['was never told to be caught up', 'null', 60 * MINUTE],
  ['was caught up in the future of a clock ahead', `now() + interval '1 day'`, 60 * MINUTE],
])('the chain has the time up to which the read model %s', async (_when, abreastAt, expected) => {
  await execute('delete from chain_cursor');
  await execute(`
    insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, head_at, confirmed_number,
      finalized_number, clock_ahead, abreast_at)
    values (31337, '0x', 1, 8, 7, now() - interval '1 hour', 7, 7, interval '0', ${abreastAt})`);
  const { until = 0 } = (await createWebhookQueue(opened.database.sql).position()) ?? {};
  expect(Math.abs(Date.now() - until - expected)).toBeLessThan(10_000);
});
