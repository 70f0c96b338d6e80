import { beforeAll, expect, it } from '@jest/globals';
import type { Sql } from '../../src/adapters/postgres/connection/sql.ts';
import { createIdempotencyStore } from '../../src/adapters/postgres/operations/idempotency-store.ts';
import { createOperationStore } from '../../src/adapters/postgres/operations/operation-store.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { ids } from '../../src/runtime/ids.ts';
import { addProvider } from '../core/contracts/ports-under-test.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const REQUESTS = 100;

const opened = sharedByTests(openTestDatabase);
let statements: string[];
let sql: Sql;
beforeAll(async () => {
  statements = [];
  const { sql: own } = opened.database;
  sql = {
    query(statement, values) {
      statements.push(statement.name);
      return own.query(statement, values);
    },
  };
});

it('claims and gives up the keys of concurrent requests, and reads their operations, in few statements', async () => {
  const { id: providerId } = await addProvider(createStores(opened.database, ids));
  const idempotency = createIdempotencyStore(sql);
  const operations = createOperationStore(sql, 31_337n);
  await Promise.all(
    Array.from({ length: REQUESTS }, async (_, index) => {
      const request = { providerId, key: `key ${index}`, fingerprint: 'f' };
      const claim = await idempotency.claim(request, `opn_${index}`);
      expect(claim).toEqual({ kind: 'claimed', operationId: `opn_${index}` });
      expect(await operations.find([`opn_${index}`])).toEqual([]);
      await idempotency.giveUp(request);
    }),
  );
  idempotency.close();
  expect(new Set(statements)).toEqual(
    new Set(['claim-idempotency-keys', 'find-operations', 'give-up-idempotency-keys']),
  );
  expect(statements.length).toBeLessThan(REQUESTS / 4);
});
