import { beforeAll, expect, it } from '@jest/globals';
import { rewind } from '../../../src/adapters/postgres/read-model/write/rewind.ts';
import { measureBuffers } from '../../support/database/buffers.ts';
import { openReadModel } from './read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const HOLDERS = 30_000;
const KEY = `0x${'ab'.repeat(32)}`;
const GIVEAWAY = `gwy_${'ab'.repeat(32)}`;

const model = sharedByTests(openReadModel);

beforeAll(async () => {
  const run = (text: string) => model.sql.query({ name: '', text }, []);
  // In block 1 every passport gets two entries; in block 2 the first one gets three more and a new one gets four.
  const changes = `(
    select 1 as block, n as log, n as passport, 2 as amount, 2 as entries from generate_series(1, ${HOLDERS}) n
    union all values (2, 1, 1, 3, 5), (2, 2, ${HOLDERS + 1}, 4, 4)
  ) as change`;
  await run(`insert into entry_change (block_number, log_index, giveaway_id, round_index, open_round, passport_id, op_key,
      removed, amount, entries, reason_code, owner, signer, changed_at, transaction_hash)
    select block, log, '${GIVEAWAY}', 0, 0, passport, '0x', false, amount, entries, 0, '0x', '0x', now(), '0x' from ${changes}`);
  await run(`insert into chain_event (block_number, log_index, block_hash, transaction_hash, mined_at, name, giveaway_key,
      passport_id, args)
    select block, log, '0x', '0x', now(), 'EntriesChanged', '${KEY}', passport,
      json_build_object('round', 0, 'openRound', 0, 'leaf', passport) from ${changes}`);
  await run(`insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
    select '${GIVEAWAY}', 0, passport, passport, max(entries), now() from ${changes} group by passport`);
  await run(`insert into giveaway_round (giveaway_id, index, net_entries, holders)
    values ('${GIVEAWAY}', 0, ${2 * HOLDERS + 7}, ${HOLDERS + 1})`);
  await run('analyze');
});

it("rewinds a block of a round with many holders at the cost of the block's changes", async () => {
  const measured = await model.sql.transaction(async (sql) => {
    const measuring = measureBuffers(sql);
    await rewind(measuring, 1);
    return measuring;
  });

  const [round] = (await model.rows('giveaway_round')).map((row) => JSON.parse(row));
  expect(round).toMatchObject({ net_entries: 2 * HOLDERS, holders: HOLDERS });
  const [first, last] = await model.sql.query(
    { name: '', text: 'select leaf, entries from entry where leaf in (1, $1) order by leaf' },
    [HOLDERS + 1],
  );
  expect([first, last]).toEqual([['1', '2'], undefined]);
  expect(Math.max(...measured.buffers.values())).toBeLessThan(200);
});
