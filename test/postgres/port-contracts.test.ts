import { afterAll, beforeAll, describe } from '@jest/globals';
import { createSignInCodes } from '../../src/adapters/auth/sign-in-codes.ts';
import { ids } from '../../src/runtime/ids.ts';
import { createSignInCodeStore } from '../../src/adapters/postgres/access/sign-in-code-store.ts';
import { createListingWriter } from '../../src/adapters/postgres/listings/listing-writer.ts';
import { createIdempotencyStore } from '../../src/adapters/postgres/operations/idempotency-store.ts';
import { createDeliveryChecks } from '../../src/adapters/postgres/providers/delivery-checks.ts';
import { createProvisions } from '../../src/adapters/postgres/providers/provisions.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { openTestDatabase, type OpenTestDatabase } from '../support/database/open-database.ts';
import { describeAccessStores } from '../core/contracts/access-stores.ts';
import { describeIssuedSecretStores } from '../core/contracts/issued-secret-stores.ts';
import { describeListingStores } from '../core/contracts/listing-stores.ts';
import { describeOperationStores } from '../core/contracts/operation-stores.ts';
import type { PortsUnderTest } from '../core/contracts/ports-under-test.ts';
import { describeSessionStores } from '../core/contracts/session-stores.ts';
import { describeTakedownStores } from '../core/contracts/takedown-stores.ts';

const OPEN_SESSION = {
  name: '',
  text: `insert into session (id, token, account_id, created_at, updated_at, expires_at, user_agent, ip_address)
    values ($1, 'token of ' || $1, $2, $3, $4, $5, $6, $7)`,
};

// The same on the fakes of the core's tests: test/core/contracts/fakes.test.ts.
describe('PostgreSQL', () => {
  let opened: OpenTestDatabase;
  let idempotency: ReturnType<typeof createIdempotencyStore>;
  let ports: PortsUnderTest;
  beforeAll(async () => {
    opened = await openTestDatabase();
    const { sql } = opened.database;
    idempotency = createIdempotencyStore(sql);
    ports = {
      ...createStores(opened.database, ids),
      deliveryChecks: createDeliveryChecks(sql),
      async openSession(accountId, { id, createdAt, lastSeenAt, expiresAt, client, network }) {
        const times = [createdAt, lastSeenAt, expiresAt].map((at) => at.toISOString());
        await sql.query(OPEN_SESSION, [id, accountId, ...times, client ?? '', network ?? '']);
      },
      idempotency,
      listingWriter: createListingWriter(sql),
      provisions: createProvisions(sql),
      signInCodes: createSignInCodes(['a secret of the tests'], createSignInCodeStore(opened.database)),
    };
  });
  afterAll(async () => {
    idempotency.close();
    await opened.close();
  });

  describeListingStores(() => ports);
  describeTakedownStores(() => ports);
  describeAccessStores(() => ports);
  describeIssuedSecretStores(() => ports);
  describeOperationStores(() => ports);
  describeSessionStores(() => ports);
});
