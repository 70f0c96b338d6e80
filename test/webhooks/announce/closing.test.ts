import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { closedRounds, type Schedule } from '../../../src/core/rounds/schedule.ts';
import { openReadModel } from '../../chain/indexer/read-model.ts';
import { measureBuffers } from '../../support/database/buffers.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const DAY = 86_400;
/** The longest period, whose seconds exceed 32 bits. */
const MAX_DAYS = 36_500;
const START = Date.UTC(2026, 0, 1) / 1_000;
const NO_PLACE = { headNumber: 0, confirmedNumber: 0, finalizedNumber: 0, headAt: 0 };

const model = sharedByTests(openReadModel);
const run = (text: string, values: readonly unknown[] = []) => model.sql.query({ name: '', text }, values);

beforeAll(async () => {
  await run(`insert into provider (id, name, chain_key, created_at) values ('prv_1', 'P', '0x1', now())`);
  await run(`insert into webhook_watch (provider_id, provider_key) values ('prv_1', '0x1')`);
});

/** Giveaways of the watched provider, from records of seconds and days; their ids follow the order of the records. */
const INSERT = `
  insert into giveaway (id, key, provider_key, external_id, start_time, end_time, determination, requires_handshake,
    provider_pays_receipt_gas, entries_carry_over, every_days, active_days, beacon_margin, metadata_uri, signer, created_at,
    created_block, transaction_hash)
  select 'gwy_' || lpad(n::text, 8, '0'), '0x' || n, '0x1', n, to_timestamp(starts), to_timestamp(ends),
    'PROVIDER_DECLARED', false, false, false, every, active, 0, '', '0x', now(), 1, '0x'`;

async function closingIn(since: number, until: number, limit = 100_000): Promise<readonly string[]> {
  await run('update webhook_watch set closed_after = to_timestamp($1)', [since]);
  const queue = createWebhookQueue(model.sql);
  return (await queue.closing({ ...NO_PLACE, until: until * 1_000 }, limit)).map(
    ({ giveawayId }) => giveawayId,
  );
}

it('finds exactly the giveaways with a round that closed in any range of time', async () => {
  const instant = fc.integer({ min: START, max: START + 120 * DAY });
  const giveaway = fc
    .tuple(instant, fc.option(instant), fc.constantFrom(0, 1, 2, 7, 30, MAX_DAYS), fc.nat(MAX_DAYS - 1))
    .map(([starts, ends, every, active]) => ({
      starts,
      ends: ends !== null && ends > starts ? ends : null,
      every,
      active: every === 0 ? 0 : (active % every) + 1,
    }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(giveaway, { minLength: 20, maxLength: 60 }),
      instant,
      fc.oneof(fc.integer({ min: 1, max: 3 * DAY }), fc.integer({ min: 1, max: 90 * DAY })),
      async (giveaways, since, length) => {
        await run('truncate giveaway');
        await run(
          `${INSERT} from json_to_recordset($1) as g (n integer, starts bigint, ends bigint, every integer, active integer)`,
          [JSON.stringify(giveaways.map((each, n) => ({ n, ...each })))],
        );
        const expected = giveaways.flatMap(({ starts, ends, every, active }, n) => {
          const schedule: Schedule = {
            startsAt: starts * 1_000,
            endsAt: ends === null ? undefined : ends * 1_000,
            everyDays: every,
            activeDays: active,
          };
          const closed = (at: number) => closedRounds(schedule, at * 1_000);
          return closed(since + length) > closed(since) ? [`gwy_${String(n).padStart(8, '0')}`] : [];
        });
        expect(await closingIn(since, since + length)).toEqual(expected);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});

it('reads only giveaways that closed in the range, however many exist, and leaves out those already announced', async () => {
  await run('truncate giveaway');
  // Every second giveaway has repeating rounds; they close at different seconds of the day.
  await run(`${INSERT} from (
    select n, ${START} + n as starts, case when n % 2 = 0 then ${START} + ${DAY} + n end as ends,
      case when n % 2 = 0 then 0 else 7 end as every, case when n % 2 = 0 then 0 else 3 end as active
    from generate_series(1, 40000) n) g`);
  await run('analyze');
  const since = START + 24 * DAY + 1_000;
  const found = await closingIn(since, since + 60);
  expect(found).toHaveLength(30);

  await run(
    `insert into webhook_event (id, provider_id, type, subject, origin, payload)
      values ('msg_1', 'prv_1', 'round.closed', $1, '1', '{}')`,
    [`rnd_${found[0]?.slice(4)}_3`],
  );
  const measured = measureBuffers(model.sql);
  const closing = await createWebhookQueue(measured).closing(
    { ...NO_PLACE, until: (since + 60) * 1_000 },
    20,
  );
  expect(closing.map(({ giveawayId }) => giveawayId)).toEqual(found.slice(1, 21));
  expect(measured.buffers.get('closing-giveaways')).toBeLessThan(400);
});
