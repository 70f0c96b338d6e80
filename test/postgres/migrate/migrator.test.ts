import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import {
  openDatabase,
  openUnmigrated,
  type Database,
} from '../../../src/adapters/postgres/connection/database.ts';
import { MIGRATIONS } from '../../../src/adapters/postgres/migrate/migrations.ts';
import { COMPATIBLE_FROM, RELEASE } from '../../../src/adapters/postgres/migrate/releases.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { createBareDatabase, type TestDatabase } from '../../support/database/database.ts';
import { giveawayIdOf, giveawayRow, insert } from '../../support/database/read-model.ts';

jest.setTimeout(240_000);

const NAMES = MIGRATIONS.map(({ name }) => name);
const SINCE = NAMES.slice(NAMES.indexOf('OwnSessionsAndEntries20261122006200') + 1);
const ENTRIES = 12_000;

let directory: string;
let server: TestDatabase | undefined;
let database: Database | undefined;
let reported: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrator-'));
  server = await createBareDatabase();
  reported = [];
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  await server?.drop();
  await rm(directory, { recursive: true, force: true });
});

async function open(how = openUnmigrated): Promise<Database> {
  await database?.close();
  database = undefined;
  return (database = await how({
    url: server?.url,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: () => undefined,
    note: () => undefined,
    report: (message) => reported.push(message),
  }));
}

/** Creates the tables of release 0.1.0. */
async function openEarlier(): Promise<Database> {
  const opened = await open(openDatabase);
  await opened.migrator.down('0.1.0');
  return opened;
}

const read = async <Row extends object>({ em }: Database, statement: string) =>
  em().execute<Row[]>(statement);

describe('the migrations of an empty database', () => {
  it('run one by one, and record their release and the oldest one that works beside it', async () => {
    const { migrator } = await open();
    expect(await migrator.state()).toMatchObject({ executed: [], pending: NAMES, unknown: [] });
    expect(await migrator.up()).toEqual(NAMES);
    const { executed, pending } = await migrator.state();
    expect(executed).toEqual(
      NAMES.map((name) => ({
        name,
        executedAt: expect.any(Date),
        release: RELEASE,
        compatibleFrom: COMPATIBLE_FROM,
      })),
    );
    expect(pending).toEqual([]);
    expect(await migrator.up()).toEqual([]);
  });

  it('are not begun by a look at the state', async () => {
    const opened = await open();
    await opened.migrator.state();
    expect(await read(opened, `select from pg_class where relname like 'migration%'`)).toEqual([]);
  });
});

describe('a database of release 0.1.0', () => {
  it('is migrated, taken back and migrated again', async () => {
    const { migrator } = await openEarlier();
    expect((await migrator.state()).pending).toEqual(SINCE);
    expect(await migrator.up()).toEqual(SINCE);
    expect(await migrator.down('0.1.0')).toEqual(SINCE.toReversed());
    expect(await migrator.down('0.1.0')).toEqual([]);
    expect(await migrator.up()).toEqual(SINCE);
  });

  it('continues an interrupted migration of rows behind its last batch, and reports the progress', async () => {
    const opened = await open(openDatabase);
    const em = opened.em();
    const name = 'GiveawaysOfEarlierEntries20261124090002';
    await insert(em, 'giveaway', [giveawayRow(1, {})]);
    await em.execute(
      `insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
         select ?, 0, n, n, 1, now() from generate_series(1, ${ENTRIES}) n`,
      [giveawayIdOf(1)],
    );
    await em.execute('delete from passport_giveaway');
    await em.execute('delete from migration where name = ?', [name]);
    // In the second batch.
    await em.execute('alter table passport_giveaway add constraint planted check (passport_id <> 7000)');
    await expect(opened.migrator.up()).rejects.toThrow('planted');
    expect((await opened.migrator.state()).progress).toEqual([{ name, done: 5_000 }]);

    await em.execute('alter table passport_giveaway drop constraint planted');
    await em.execute('delete from passport_giveaway where passport_id = 1');
    expect(await opened.migrator.up()).toEqual([name]);
    expect(await read(opened, 'select count(*)::integer as count from passport_giveaway')).toEqual([
      { count: ENTRIES - 1 },
    ]);
    expect((await opened.migrator.state()).progress).toEqual([]);
    expect(reported).toContainEqual(expect.stringMatching(`${name}: ${ENTRIES} of about \\d+ rows`));
  });

  it('is not taken back when something would be lost, which is named and counted', async () => {
    const opened = await open(openDatabase);
    await opened.em().execute(`
        insert into publisher (id, namespace, created_at, blocked_reason) values ('pub_1', 'account:acc_1', now(), 'spam')`);
    await expect(opened.migrator.down('0.1.0')).rejects.toThrow(
      'would lose reasons why the operator blocks a publisher (1). Nothing was changed',
    );
    expect((await opened.migrator.state()).pending).toEqual([]);
    await expect(opened.migrator.down('0.1.0')).rejects.toThrow(
      'Release 0.1.0 works on the database as it is.',
    );
    await expect(opened.migrator.down('0.0.9')).rejects.toThrow('0.0.9 is not a release');
  });

  it('is not taken back while a giveaway has rounds that the earlier tables cannot hold', async () => {
    const opened = await open(openDatabase);
    const period = { every_days: 36_500, active_days: 24_856 };
    await insert(opened.em(), 'giveaway', [giveawayRow(1, period)]);
    await expect(opened.migrator.down('0.1.0')).rejects.toThrow(
      /active for 24,856 days or more, which those tables cannot hold \(1\)\. Nothing was changed\. .*: keep this release\.$/,
    );
    expect((await opened.migrator.state()).pending).toEqual([]);

    await opened.em().execute('update giveaway set active_days = 24855');
    expect(await opened.migrator.down('0.1.0')).toEqual(SINCE.toReversed());
  });
});

describe('a database of a later release', () => {
  const migrateAs = async (opened: Database, release: string | null, compatibleFrom: string | null) =>
    opened
      .em()
      .execute('insert into migration (name, release, compatible_from) values (?, ?, ?)', [
        'Later20991231000000',
        release,
        compatibleFrom,
      ]);

  it('is used when that release works beside this one, and left to that release when it does not', async () => {
    const opened = await open(openDatabase);
    await migrateAs(opened, '0.10.0', RELEASE);
    await expect(open()).resolves.toBeDefined();
    await database
      ?.em()
      .execute('update migration set compatible_from = ? where release = ?', ['0.9.0', '0.10.0']);
    await expect(open()).rejects.toThrow(
      `newer than release ${RELEASE} understands: release 0.10.0 migrated it`,
    );
  });

  it('is refused when nobody recorded the release of a migration', async () => {
    await migrateAs(await open(openDatabase), null, null);
    await expect(open()).rejects.toThrow('does not know its migrations Later20991231000000');
  });
});

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a migration of a table in use', () => {
  it('waits for a long transaction in attempts, between which others read the table, and then runs', async () => {
    const opened = await openEarlier();
    const reader = new Client({ connectionString: server?.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from listing');
    const migrated = opened.migrator.up();
    await eventually(
      async () => reported,
      (messages) => messages.some((message) => message.includes('waits for a lock')),
      60_000,
    );
    expect(await read(opened, 'select count(*)::integer as count from listing')).toEqual([{ count: 0 }]);
    await reader.query('commit');
    expect(await migrated).toEqual(SINCE);
    await reader.end();
  });

  it('builds an index again whose build was interrupted', async () => {
    const opened = await openEarlier();
    const em = opened.em();
    await em.execute(`
        insert into service_client (id, name, secret_hash, scopes, created_at)
        select 'svc_' || n, 'Shop', 'hash' || n, '{}', now() from generate_series(1, 2) n`);
    await expect(
      em.execute('create unique index concurrently service_client_creation on service_client (name)'),
    ).rejects.toThrow('could not create unique index');
    await opened.migrator.up();
    expect(
      await read(
        opened,
        `select indisvalid, pg_get_indexdef(indexrelid) as definition from pg_index
           where indexrelid = 'service_client_creation'::regclass`,
      ),
    ).toEqual([{ indisvalid: true, definition: expect.stringContaining('(creation_id)') }]);
  });

  it('drops an index in one attempt, after the transactions that were open, while others read the table', async () => {
    const opened = await open(openDatabase);
    const em = opened.em();
    const name = 'SupersededIndex20261124110001';
    await em.execute('create index giveaway_round_winner on giveaway_round (winner_passport_id)');
    await em.execute('delete from migration where name = ?', [name]);
    const reader = new Client({ connectionString: server?.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from giveaway_round');
    const migrated = opened.migrator.up();
    // Attempts of less than a second would be five by then, which are reported.
    await after(8_000);
    expect(reported.filter((message) => message.includes('waits for a lock'))).toEqual([]);
    expect(await read(opened, 'select count(*)::integer as count from giveaway_round')).toEqual([
      { count: 0 },
    ]);
    await reader.query('commit');
    expect(await migrated).toEqual([name]);
    expect(await read(opened, `select to_regclass('giveaway_round_winner') as found`)).toEqual([
      { found: null },
    ]);
    await reader.end();
  });
});
