import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, execute, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';

const FEED = '{ feed { edges { node { id } } } }';

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'a database that takes no more connections',
  (server) => {
    let database: TestDatabase;
    let gateway: Gateway;
    beforeAll(async () => {
      database = (await createTestDatabase(server))!;
      gateway = await startGateway({ DATABASE_URL: database.url });
    });
    afterAll(async () => {
      await gateway?.stop();
      await database?.drop();
    });

    it('is unavailable until it takes connections again', async () => {
      const key = await gateway.createKey();
      const name = new URL(database.url).pathname.slice(1);
      const statuses = async () => [
        (await gateway.publish(key, draft())).status,
        (await gateway.graphql(FEED)).status,
        (await gateway.graphql('{ viewer { email } }', {}, key)).status,
      ];
      expect(await statuses()).toEqual([200, 200, 200]);
      await execute(server, `alter database ${name} allow_connections false`);
      await execute(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      );
      const refused = await gateway.publish(key, draft());
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      await execute(server, `alter database ${name} allow_connections true`);
      await eventually(statuses, (seen) => seen.every((status) => status === 200), 20_000);
    });
  },
);
