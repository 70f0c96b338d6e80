import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { createKnownBlock } from '../../../src/adapters/postgres/read-model/known-chain.ts';
import { openReadModel } from '../indexer/read-model.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const model = sharedByTests(openReadModel);
beforeEach(() => model.empty());

const run = (text: string) => model.sql.query({ name: '', text }, []);
async function storeBlocks(finalized: number): Promise<void> {
  await run(`insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, confirmed_number, finalized_number)
    values (1, '0x1', 0, 14, 13, 12, ${finalized})`);
  await run(`insert into chain_block (number, hash, parent_hash, mined_at)
    select n, 'block ' || n, 'block ' || n - 1, now() from generate_series(10, 13) n`);
}
/** The database, which does not answer while the switch is off. */
function interrupted(): { readonly sql: Sql; isUp: boolean } {
  const query: Sql['query'] = (...request) =>
    switched.isUp ? model.sql.query(...request) : Promise.reject(new Error('no answer'));
  const switched = { isUp: true, sql: { query } };
  return switched;
}

describe('the stored block by which nodes are checked', () => {
  it.each([
    ['the newest final one', 11, 11],
    ['the oldest one while no stored block is final', 4, 10],
  ])('is %s', async (_which, finalized, expected) => {
    await storeBlocks(finalized);
    expect(await createKnownBlock(model.sql)()).toEqual({ number: expected, hash: `block ${expected}` });
  });

  it('is waited for by all requests that begin together', async () => {
    await storeBlocks(11);
    const find = createKnownBlock(model.sql);
    const found = await Promise.all([find(), find(), find()]);
    expect(found.map((block) => block?.number)).toEqual([11, 11, 11]);
  });

  it('is found as soon as it is stored', async () => {
    const find = createKnownBlock(model.sql);
    expect(await find()).toBeUndefined();
    await storeBlocks(11);
    expect(await find()).toMatchObject({ number: 11 });
  });

  it('is not missing because the database does not answer', async () => {
    await storeBlocks(11);
    const database = interrupted();
    database.isUp = false;
    const find = createKnownBlock(database.sql);
    await expect(find()).rejects.toThrow('no answer');
    database.isUp = true;
    expect(await find()).toMatchObject({ number: 11 });
    database.isUp = false;
    expect(await find()).toMatchObject({ number: 11 });
  });
});
