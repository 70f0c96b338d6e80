import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import { OVERTAKEN } from '../../src/adapters/postgres/operations/effect-statements.ts';
import { TAKE } from '../../src/adapters/postgres/operations/lane-statements.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';

const BUSY_SIGNERS = 3;
/** The number of pages: a few index descents for each signer with work, however many operations wait or are over. */
const MAX_BUFFERS = 400;

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The rows that the nodes of a plan have handled, those that were removed included. */
function rowsOf(node: PlanNode): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': unjoined = 0 } = node;
  const own = (node['Actual Rows'] + filtered + unjoined) * node['Actual Loops'];
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);
}

interface Plan {
  readonly Plan: Readonly<Record<string, number>>;
}

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'the query for lanes with work',
  (url) => {
    let testDatabase: TestDatabase;
    let database: Database;
    let client: Client;
    beforeAll(async () => {
      testDatabase = (await createTestDatabase(url))!;
      const silent = () => undefined;
      const options = {
        url: testDatabase.url,
        readUrl: undefined,
        directory: '',
        warn: silent,
        note: silent,
      };
      database = await openDatabase(options);
      client = new Client({ connectionString: testDatabase.url });
      await client.connect();
      await client.query(`
      insert into chain_lane (chain_id, signer) select 1, 'idle ' || n from generate_series(1, 2000) n;
      insert into chain_lane (chain_id, signer) select 1, 'busy ' || n from generate_series(1, ${BUSY_SIGNERS}) n;
      insert into chain_lane (chain_id, signer) values (1, 'sent');
      insert into operation (id, chain_id, signer, provider_key, kind, call)
        select 'q' || n, 1, 'busy ' || (1 + n % ${BUSY_SIGNERS}), 'p', 'k', '{}' from generate_series(1, 60000) n;
      insert into operation (id, chain_id, signer, provider_key, kind, call, transaction_id)
        select 'd' || n, 1, 'idle ' || (1 + n % 2000), 'p', 'k', '{}', n from generate_series(1, 60000) n;
      insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state)
        select 1, 'sent', n, 'a', '', 1, '{}', 'SENT' from generate_series(1, 20000) n;
      insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state)
        select 1, 'idle 1', n, 'a', '', 1, '{}', 'FINALIZED' from generate_series(1, 20000) n;
    `);
    });
    afterAll(async () => {
      await client.end();
      await database.close();
      await testDatabase.drop();
    });

    it.each([
      ['as long as nobody has analysed the tables', 'select 1'],
      ['with statistics', 'vacuum analyze'],
    ])('reads a few pages for each signer with work, %s', async (_case, prepare) => {
      await client.query(prepare);
      // The generic plan of a prepared statement.
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query('begin');
      await client.query(`prepare take as ${TAKE.text}`);
      const explained = await client.query(
        `explain (analyze, buffers, format json) execute take (1, 'owner', 1000, '{busy 2}')`,
      );
      const { Plan } = explained.rows[0]['QUERY PLAN'][0] as Plan;
      const buffers = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
      const { rows } = await client.query(
        `select signer from chain_lane where owner = 'owner' order by signer`,
      );
      await client.query('rollback');
      await client.query('deallocate take');
      expect(rows.map(({ signer }) => signer)).toEqual(['busy 1', 'busy 3', 'sent']);
      expect(buffers).toBeLessThan(MAX_BUFFERS);
    });

    it('looks for operations that overtook others without reading those that wait', async () => {
      const call = `jsonb_build_object('kind', 'record-prize-delivery', 'giveaway', 'g', 'round', n)`;
      await client.query(`
        insert into operation (id, chain_id, signer, provider_key, kind, call)
          select 'w' || n, 1, 'many', 'p', 'record-prize-delivery', ${call} from generate_series(1, 20000) n;
        analyze operation`);
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare overtaken as ${OVERTAKEN.text}`);
      const ids = Array.from({ length: 100 }, (_, index) => `w${index + 1}`).join(',');
      const explained = await client.query(
        `explain (analyze, buffers, format json) execute overtaken (1, 'many', '{${ids}}')`,
      );
      // Each node of the plan handles the 100 operations at most a few times, and none of the 20,000 that wait.
      expect(rowsOf(explained.rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(1_000);
    });
  },
);
