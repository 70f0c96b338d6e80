import { beforeAll, expect, it } from '@jest/globals';
import { createEndMarks, markEnded } from '../../src/adapters/postgres/feed/mark-ended.ts';
import { eventually } from '../support/eventually.ts';
import { createSharedDatabase, openInstance } from './opened.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const PAST = 1_200;
const shared = sharedByTests(createSharedDatabase);
const instance = sharedByTests(() => openInstance(shared, {}));
beforeAll(async () => {
  // One listing ends tomorrow, one has no end, and one was withdrawn.
  await instance.database.execute(`
    insert into listing (id, namespace, source_external_id, title, description, landing_url, provider, image, platform,
      worth, instructions, end_date, verified, status, created_at, updated_at, platform_key, provider_key, search)
    select 'lst_' || n, 'account:acc_1', 's' || n, 'T', '', 'https://a.example', 'P', '', 'web', 'N/A', '',
      case n when ${PAST + 1} then now() + interval '1 day' when ${PAST + 2} then null else now() - interval '1 day' end,
      false, case n when ${PAST + 3} then 'withdrawn' else 'published' end, now(), now(), 'web', 'p', ''
    from generate_series(1, ${PAST + 3}) n`);
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

it('takes marks back that a clock ahead has left, and leaves those of ends that have just come to the next run', async () => {
  const { sql, execute } = instance.database;
  await execute(`update listing set ended = status = 'published'`);
  await execute(`update listing set end_date = now() + interval '2 days' where id in ('lst_1', 'lst_2')`);
  await execute(`update listing set end_date = now() - interval '10 s', ended = false where id = 'lst_3'`);
  expect(await markEnded(sql, () => false)).toEqual([]);
  const { rows } = await execute(
    `select id from listing where not ended and status = 'published' order by id`,
  );
  const live = ['lst_1', `lst_${PAST + 1}`, `lst_${PAST + 2}`, 'lst_2', 'lst_3'];
  expect(rows).toEqual(live.toSorted().map((id) => ({ id })));
});

it('compares the marks with the time of a read, at most once a second', async () => {
  const { sql, execute } = instance.database;
  await execute(`update listing set ended = false`);
  await execute(`update listing set ended = true, end_date = '2026-02-01' where id = 'lst_1'`);
  const marks = createEndMarks(sql);
  expect(await marks.areAhead(new Date('2026-01-31'))).toBe(true);
  expect(await marks.areAhead(new Date('2026-02-01'))).toBe(false);
  await execute(`update listing set ended = false`);
  const isRight = await eventually(
    () => marks.areAhead(new Date('2026-01-31')),
    (isAhead) => !isAhead,
  );
  expect(isRight).toBe(false);
  await execute(
    `update listing set end_date = now() - interval '1 day' where id in ('lst_1', 'lst_2', 'lst_3')`,
  );
});

it('leaves out a listing that cannot be marked, and reports it', async () => {
  const { sql, execute } = instance.database;
  await execute('update listing set ended = false');
  await execute(`create function refuse_one() returns trigger language plpgsql as $$ begin
    if new.id = 'lst_77' and new.ended then raise exception 'this one cannot be stored'; end if; return new; end $$`);
  await execute(
    'create trigger refuse_one before update on listing for each row execute function refuse_one()',
  );
  // PostgreSQL may report an error a moment before it releases the rows, which are then left to the next run.
  const failures = await eventually(
    () => markEnded(sql, () => false),
    ({ length }) => length > 0,
  );
  expect(failures.map(String)).toEqual([expect.stringContaining('this one cannot be stored')]);
  expect(await marked()).toBe(PAST - 1);
});
