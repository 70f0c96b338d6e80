import { beforeEach, expect, it } from '@jest/globals';
import { createReadModel } from '../../src/adapters/postgres/read-model/read-model.ts';
import { openReadModel } from '../chain/indexer/read-model.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const model = sharedByTests(openReadModel);
const run = (text: string) => model.sql.query({ name: '', text }, []);
beforeEach(async () => {
  await model.empty();
  await run(`insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, confirmed_number, finalized_number)
    values (1, '0x1', 0, 12, 11, 10, 9)`);
  await run(`insert into chain_block (number, hash, parent_hash, mined_at)
    select n, 'old ' || n, 'old ' || n - 1, now() from generate_series(10, 11) n`);
});
const progress = () => createReadModel(model.sql, () => undefined);

it.each([
  ['the block itself', { number: 11, hash: 'old 11' }, true],
  ['a block before the stored ones', { number: 3, hash: 'any' }, true],
  ['another block with the number', { number: 11, hash: 'new 11' }, false],
  ['a later block', { number: 12, hash: 'new 12' }, false],
])('tells whether it has %s', async (_which, block, expected) => {
  const { waitFor } = progress();
  const responses = await Promise.all([waitFor(block, 0), waitFor({ number: 10, hash: 'old 10' }, 0)]);
  expect(responses).toEqual([expected, true]);
});

it('has nothing before its first step', async () => {
  await model.empty();
  expect(await progress().waitFor({ number: 0, hash: '0x' }, 0)).toBe(false);
});

it('waits until the reorganisation that an operation was mined by is read', async () => {
  const waiting = progress().waitFor({ number: 11, hash: 'new 11' }, 20_000);
  await run(`update chain_block set hash = 'new 11' where number = 11`);
  expect(await waiting).toBe(true);
});
