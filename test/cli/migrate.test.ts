import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { beginRestore } from '../../src/adapters/postgres/backup/restore-target.ts';
import { MIGRATIONS } from '../../src/adapters/postgres/migrate/migrations.ts';
import { openDatabase } from '../../src/adapters/postgres/connection/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { runCli } from './run-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);
const SINCE = NAMES.slice(NAMES.indexOf('OwnSessionsAndEntries20261122006200') + 1);

const directory = temporaryDirectory('cli-migrate');
beforeAll(() => placeEmbeddedDatabase(join(directory, 'db')));

const note = () => undefined;
const open = (dataDir: string) =>
  openDatabase({ url: undefined, readUrl: undefined, directory: join(dataDir, 'db'), warn: note, note });
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

  it('lists the statements of every release for an empty database, and executes none', async () => {
    const empty = join(directory, 'empty');
    await mkdir(join(empty, 'db'), { recursive: true });
    const run = (command: string) => runCli(['migrate', command, '--json'], { DATA_DIR: empty });
    const { json: plan } = await run('plan');
    expect(plan.map(({ name }: Json) => name)).toEqual(NAMES);
    const withoutAny = plan.filter(({ statements }: Json) => statements.length === 0);
    expect(withoutAny.map(({ name }: Json) => name)).toEqual(['SessionHashes20261123010401']);
    expect(plan[0].statements.join('\n')).toContain('create table listing');
    const words = plan.find(({ name }: Json) => name.startsWith('ListingWords'));
    expect(words.statements).toContain('drop index listing_newest');
    expect((await run('status')).json).toMatchObject({ executed: [], pending: NAMES, halfRestored: null });
  });

  it.each([
    [
      'restore',
      'c'.repeat(64),
      `giveaways restore works on it, or was interrupted, with the backup .* ${'c'.repeat(64)}`,
    ],
    ['move', 'move', 'giveaways move works on it, or was interrupted'],
  ])(
    'says where a database is half restored what to do, and that no gateway starts on it: %s',
    async (_by, mark, advice) => {
      const half = await mkdtemp(join(directory, 'half-'));
      await placeEmbeddedDatabase(join(half, 'db'));
      const database = await open(half);
      await beginRestore(database.sql, mark, 'tables');
      await database.close();
      const status = await runCli(['migrate', 'status'], { DATA_DIR: half });
      expect([status.code, status.stdout]).toEqual([0, expect.stringMatching(advice)]);
      expect(status.stdout).not.toContain('The database has all migrations');
      for (const args of [['plan'], ['up'], ['down', '--to', '0.1.0']]) {
        const { code, stderr } = await runCli(['migrate', ...args], { DATA_DIR: half });
        expect([code, stderr]).toEqual([1, expect.stringMatching(advice)]);
      }
      await expect(startGateway({ DATA_DIR: half, DATABASE_URL: '' })).rejects.toThrow(new RegExp(advice));
    },
  );

  it('goes nowhere back where something would be lost, and says what', async () => {
    const database = await open(directory);
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
