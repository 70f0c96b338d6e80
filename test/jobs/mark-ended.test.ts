import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { markEnded } from '../../src/adapters/postgres/feed/mark-ended.ts';
import { createSharedDatabase, openInstance, type Instance, type SharedDatabase } from './opened.ts';

const PAST = 1_200;
let shared: SharedDatabase;
let instance: Instance;
beforeAll(async () => {
  shared = await createSharedDatabase();
  instance = await openInstance(shared, {});
  // One listing ends tomorrow, one has no end, and one was withdrawn.
  await instance.database.execute(`
    insert into listing (id, namespace, source_external_id, title, description, landing_url, provider, image, platform,
      worth, instructions, end_date, verified, status, created_at, updated_at, platform_key, provider_key, search)
    select 'lst_' || n, 'account:acc_1', 's' || n, 'T', '', 'https://a.example', 'P', '', 'web', 'N/A', '',
      case n when ${PAST + 1} then now() + interval '1 day' when ${PAST + 2} then null else now() - interval '1 day' end,
      false, case n when ${PAST + 3} then 'withdrawn' else 'published' end, now(), now(), 'web', 'p', ''
    from generate_series(1, ${PAST + 3}) n`);
});
afterAll(async () => {
  await instance.close();
  await shared.remove();
});

const marked = async () => {
  const { rows } = await instance.database.execute('select id from listing where ended');
  return rows.length;
};

it('marks published listings that have ended in batches, until its time is over', async () => {
  await markEnded(instance.database.sql, () => true);
  expect(await marked()).toBe(1_000);
  await markEnded(instance.database.sql, () => true);
  expect(await marked()).toBe(PAST);
});

it('leaves out a listing that cannot be marked, and reports it', async () => {
  const { sql, execute } = instance.database;
  await execute('update listing set ended = false');
  await execute(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.id = 'lst_77' and new.ended then raise exception 'this one cannot be stored'; end if; return new; end $$`);
  await execute(
    'create trigger refuse_one before update on listing for each row execute function refuse_one()',
  );
  const failures = await markEnded(sql, () => false);
  expect(failures.map(String)).toEqual([expect.stringContaining('this one cannot be stored')]);
  expect(await marked()).toBe(PAST - 1);
});
