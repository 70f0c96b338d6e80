import { expect, it } from '@jest/globals';
import { openEmbeddedDatabase } from '../support/database/open-database.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const COSTLY = { name: '', text: 'select count(*) from generate_series(1, 5000)' };
const READS = 20;
const MAX_WAITING = 128;
/** The read in progress, and those that end in the turn of the event loop that the write needs. */
const MAX_BEFORE_A_WRITE = 3;

const opened = sharedByTests(openEmbeddedDatabase);

it('makes a write to the embedded database wait for one public read only', async () => {
  let answered = 0;
  const reads = Array.from({ length: READS }, async (_, index) => {
    await (index % 2 === 0 ? opened.database.readSql : opened.database.searchSql).query(COSTLY, []);
    answered += 1;
  });

  await opened.database.sql.transaction(({ query }) =>
    query({ name: '', text: 'create table written (id int)' }, []),
  );

  expect(answered).toBeLessThanOrEqual(MAX_BEFORE_A_WRITE);
  await Promise.all(reads);
  expect(answered).toBe(READS);
});

it('refuses a public read when too many wait', async () => {
  const reads = Array.from({ length: 1 + MAX_WAITING }, () =>
    opened.database.readSql.query({ name: '', text: 'select 1' }, []),
  );
  await expect(opened.database.readSql.query(COSTLY, [])).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
  });
  expect(await Promise.all(reads)).toHaveLength(1 + MAX_WAITING);
});
