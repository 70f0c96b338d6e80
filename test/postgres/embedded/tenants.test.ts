import { expect, it } from '@jest/globals';
import { workFor } from '../../../src/runtime/concurrency/tenants.ts';
import { openTestDatabase } from '../../support/database/open-database.ts';
import { describeEmbedded } from '../../support/describe-with.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const MANY = 40;

describeEmbedded('an embedded database', () => {
  const opened = sharedByTests(openTestDatabase);

  it('serves one tenant beside the many statements of another one that came before', async () => {
    const served: string[] = [];
    const query = (tenant: string) =>
      workFor(tenant, async () => {
        await opened.database.sql.query({ name: '', text: 'select 1' }, []);
        served.push(tenant);
      });
    const ofMany = Array.from({ length: MANY }, () => query('many'));
    await Promise.all([...ofMany, query('one')]);
    expect(served).toHaveLength(MANY + 1);
    expect(served.indexOf('one')).toBeLessThan(MANY / 4);
  });
});
