import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countDays } from '../../src/adapters/postgres/statistics/count-days.ts';
import { createStatisticsReads } from '../../src/adapters/postgres/statistics/statistics-reads.ts';
import { createSharedDatabase, openInstance, type Instance, type SharedDatabase } from './opened.ts';

const DAY_MS = 86_400_000;
/** The day so many days before today (UTC). */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const ALL = { from: dayAgo(500), to: dayAgo(-1) };

let shared: SharedDatabase;
let instance: Instance;
let other: Instance;
beforeAll(async () => {
  shared = await createSharedDatabase();
  instance = await openInstance(shared, {});
  other = shared.url === undefined ? instance : await openInstance(shared, {});
  // Three days ago 13 listings of as many platforms, on each later day 4 of one. The fourth of a day was withdrawn. The first is of
  // the first instant of its day, the others of the last.
  await run(
    `insert into listing (id, namespace, source_external_id, title, description, landing_url, provider, image, platform,
       worth, instructions, verified, status, created_at, updated_at, platform_key, provider_key, search)
     select 'lst_' || d || '_' || n, 'account:acc_1', 's' || d || '_' || n, 'T', '', 'https://a.example', 'P', '',
       case when d = 3 then 'Shop ' || n else 'Web' end, 'N/A', '', false,
       case when n = 4 then 'withdrawn' else 'published' end,
       ((now() at time zone 'UTC')::date - d)::timestamp at time zone 'UTC'
         + case when n = 1 then interval '0' else interval '23:59:59.999' end,
       now(), case when d = 3 then 'shop ' || n else 'web' end, 'p', ''
     from generate_series(0, 3) d, generate_series(1, 13) n where d = 3 or n < 5`,
  );
  await run(`update listing set ended = true where id like 'lst_1_%'`);
});
afterAll(async () => {
  if (other !== instance) await other.close();
  await instance.close();
  await shared.remove();
});
const run = (text: string) => instance.database.execute(text);

const reads = () => createStatisticsReads(instance.database.sql);
const count = ({ database }: Instance, isOver: boolean, hasChain = false) =>
  countDays(database.sql, { hasChain }, () => isOver);
/** A day is counted an hour after its end. */
const latest = new Date().getUTCHours() === 0 ? 2 : 1;

describe('the counting of days', () => {
  it('counts finished days once, each in one step, and not the present one', async () => {
    const none = { draws: null, entries: null };
    expect(await count(instance, true)).toBe(false);
    expect(await reads().days(ALL)).toEqual([{ day: dayAgo(latest), listings: 3, ...none }]);
    await Promise.all([count(instance, false), count(other, false)]);
    const expected = [3, 2, 1]
      .filter((days) => days >= latest)
      .map((days) => ({ day: dayAgo(days), listings: days === 3 ? 12 : 3, ...none }));
    expect(await reads().days(ALL)).toEqual(expected);

    await run(`update listing set status = 'withdrawn' where id like 'lst_2_%'`);
    expect(await count(instance, false)).toBe(true);
    expect(await reads().days(ALL)).toEqual(expected);
  });

  it('names the ten platforms with most listings, as long as a public listing has the name', async () => {
    await run(`update listing set platform = 'SHOP 13' where id = 'lst_3_13'`);
    await run(`update listing set status = 'withdrawn' where id = 'lst_3_1'`);
    const found = await reads().platforms({ from: dayAgo(3), to: dayAgo(3) });
    expect(found.map(({ platform }) => platform)).toEqual(
      'Shop 10,Shop 11,Shop 12,SHOP 13,Shop 2,Shop 3,Shop 5,Shop 6,Shop 7'.split(','),
    );
    expect(new Set(found.map(({ day, listings }) => `${day} ${listings}`))).toEqual(
      new Set([`${dayAgo(3)} 1`]),
    );
  });

  it('goes back 366 days at most', async () => {
    await run(`update listing set created_at = now() - interval '400 days' where id = 'lst_3_5'`);
    expect(await count(instance, false)).toBe(true);
    const days = await reads().days(ALL);
    expect(days[0]).toEqual({ day: dayAgo(365 + latest), listings: 0, draws: null, entries: null });
    expect(days).toHaveLength(366);
  });
});

describe('the counting of days of the chain', () => {
  /** Blocks 10, 20, … are of 12 o'clock of the days 5, 4, …, 1 ago; those after them of the last second of the day. */
  beforeAll(async () => {
    await run('delete from day_count');
    await run(`delete from listing where created_at < now() - interval '10 days'`);
    const at = `(((now() at time zone 'UTC')::date - d)::timestamp at time zone 'UTC') +
      case late when 0 then interval '12 hours' else interval '23:59:59' end`;
    await run(`insert into chain_event (block_number, log_index, block_hash, transaction_hash, mined_at, name, args)
      select (6 - d) * 10 + late, 0, '0x', '0x', ${at}, 'EntriesChanged', '{}'
      from generate_series(1, 5) d, generate_series(0, 1) late`);
    await run(`insert into entry_change (block_number, log_index, giveaway_id, round_index, open_round, passport_id, op_key,
        removed, amount, entries, reason_code, owner, signer, changed_at, transaction_hash)
      select (6 - d) * 10 + late, 0, 'gwy_1', 0, 0, 1, '0x', d = 4 and late = 1, d * 100 + late, 1, 0, '0x', '0x', now(), '0x'
      from generate_series(1, 5) d, generate_series(0, 1) late`);
    await run(`insert into giveaway_round (giveaway_id, index, net_entries, holders, decided_block, beacon_round)
      values ('gwy_1', 0, 1, 1, 20, 7), ('gwy_1', 1, 1, 1, 31, 7), ('gwy_1', 2, 1, 1, 30, 7), ('gwy_1', 3, 1, 1, 30, null)`);
    await run(`insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, head_at, confirmed_number,
      finalized_number) values (1, '0x1', 0, 60, 59, now(), 41, 0)`);
  });

  it('waits until the read model has been caught up after the end of the day', async () => {
    expect(await count(instance, false, true)).toBe(true);
    expect(await reads().days(ALL)).toEqual([]);
  });

  it('counts draws and issued entries of days whose blocks are confirmed', async () => {
    await run('update chain_cursor set abreast_at = now()');
    expect(await count(instance, false, true)).toBe(true);
    const counted = (days: number, draws: number, entries: number) => ({
      day: dayAgo(days),
      listings: expect.any(Number),
      draws,
      entries,
    });
    const expected = [counted(5, 0, 1_001), counted(4, 1, 400), counted(3, 2, 601), counted(2, 0, 401)];
    expect(await reads().days(ALL)).toEqual(expected);
    await run('update chain_cursor set confirmed_number = 51');
    await count(instance, false, true);
    expect(await reads().days(ALL)).toEqual([...expected, ...(latest === 1 ? [counted(1, 0, 201)] : [])]);
  });
});
