import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '../../src/adapters/postgres/migrate/migrations.ts';
import { openDatabase } from '../../src/adapters/postgres/connection/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { runCli } from './run-cli.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);
const SINCE = NAMES.slice(NAMES.indexOf('OwnSessionsAndEntries20261122006200') + 1);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cli-migrate-'));
  await placeEmbeddedDatabase(join(directory, 'db'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const migrate = (...args: string[]) => runCli(['migrate', ...args, '--json'], { DATA_DIR: directory });

describe('giveaways migrate', () => {
  it('goes back to the tables of a release, shows what is missing and how it runs, and migrates again', async () => {
    expect((await migrate('down', '--to', '0.1.0')).json).toEqual({ takenBack: SINCE.toReversed() });
    const { json: status } = await migrate('status');
    expect(status.pending).toEqual(SINCE);
    expect(status.executed.at(-1).name).toBe('OwnSessionsAndEntries20261122006200');

    const { json: plan } = await migrate('plan');
    expect(plan.map(({ name }: { name: string }) => name)).toEqual(SINCE);
    expect(plan.find(({ name }: { name: string }) => name.startsWith('MarkedEnds'))).toMatchObject({
      release: '0.2.0',
      how: 'CONCURRENT_INDEXES',
      statements: [expect.stringContaining('create index concurrently if not exists listing_marked_ends')],
    });

    const migrated = await migrate('up');
    expect(migrated.json).toEqual({ ran: SINCE });
    expect(migrated.stderr).toContain(`${SINCE.length} of ${SINCE.length} migrations`);
    expect((await migrate('up')).json).toEqual({ ran: [] });
    const text = await runCli(['migrate', 'status'], { DATA_DIR: directory });
    expect(text.stdout).toMatch(/OwnSessionsAndEntries20261122006200 +0\.[12]\.0.*\n/);
    expect(text.stdout).toContain('The database has all migrations of release 0.2.0.');
  });

  it('goes nowhere back where something would be lost, and says what', async () => {
    const note = () => undefined;
    const place = { url: undefined, readUrl: undefined, directory: join(directory, 'db'), warn: note, note };
    const database = await openDatabase(place);
    await database.em().execute(`
      insert into publisher (id, namespace, created_at, blocked_reason) values ('pub_1', 'account:acc_1', now(), 'spam')`);
    await database.close();
    const { code, json } = await migrate('down', '--to', '0.1.0');
    expect(code).toBe(1);
    expect(json.error).toMatchObject({
      code: 'NOT_MIGRATED',
      message: expect.stringContaining('would lose reasons why the operator blocks a publisher (1)'),
    });
  });

  it('says where it looked when there is no database', async () => {
    const { code, stderr } = await runCli(['migrate', 'status'], { DATA_DIR: join(directory, 'none') });
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no database: set DATABASE_URL')]);
  });

  it.each(['migrate status', 'backup', 'reindex --rpc-url http://127.0.0.1:9'])(
    'refuses a database that is none or does not answer, and names the variable: %s',
    async (command) => {
      const run = (url: string) => runCli(command.split(' '), { DATA_DIR: directory, DATABASE_URL: url });
      const other = await run('mysql://user:secret@127.0.0.1/giveaways');
      expect([other.code, other.stderr]).toEqual([
        2,
        expect.stringMatching(/^(?!.*secret).*DATABASE_URL must be a URL such as postgres:/s),
      ]);
      const silent = await run('postgres://user:secret@127.0.0.1:9/giveaways');
      expect([silent.code, silent.stderr]).toEqual([
        1,
        expect.stringContaining('DATABASE_URL does not work: connect ECONNREFUSED 127.0.0.1:9'),
      ]);
    },
  );
});
