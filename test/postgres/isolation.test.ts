import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { openPipe, type Pipe } from '../support/faults/pipe.ts';

const statement = (text: string) => ({ name: '', text });
const SLEEP = statement('select pg_sleep(60)');
const READERS = 60;

describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'a PostgreSQL database', (server) => {
  let primary: TestDatabase;
  let replica: TestDatabase;
  let pipe: Pipe;
  let database: Database;
  let directory: string;
  const warnings: string[] = [];
  const open = (readUrl?: string) =>
    openDatabase({
      url: primary.url,
      readUrl,
      directory,
      warn: (message) => warnings.push(message),
      note: () => undefined,
    });
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'isolation-'));
    primary = (await createTestDatabase(server)) as TestDatabase;
    replica = (await createTestDatabase(server)) as TestDatabase;
    await execute(primary.url, `create table place (name text); insert into place values ('primary')`);
    await execute(replica.url, `create table place (name text); insert into place values ('replica')`);
    pipe = await openPipe(Number(new URL(server).port || 5432));
    const url = new URL(replica.url);
    url.hostname = '127.0.0.1';
    url.port = String(pipe.port);
    database = await open(url.href);
  });
  afterAll(async () => {
    pipe.mend();
    await database.close();
    await pipe.stop();
    await primary.drop();
    await replica.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it('accepts writes and sign-ins and is ready while readers use all their connections', async () => {
    const reads = [database.searchSql, database.readSql].flatMap(({ query }) =>
      Array.from({ length: READERS }, () =>
        query(SLEEP, []).then(
          () => 'answered',
          (error: unknown) => error,
        ),
      ),
    );
    const sleeping = statement(
      `select count(*) from pg_stat_activity
         where datname = '${new URL(replica.url).pathname.slice(1)}' and query like '%pg_sleep%'`,
    );
    await eventually(
      () => database.sql.query(sleeping, []),
      ([row]) => Number(row?.[0]) > 0,
    );
    const began = performance.now();

    await database.sql.transaction(({ query }) => query(statement('create table written (id int)'), []));
    await database.freshReadSql.query(statement('select 1'), []);
    await database.em().execute('select 1');
    await database.execute('select 1');
    expect(await database.isReachable()).toBe(true);

    expect(performance.now() - began).toBeLessThan(1_500);
    for (const error of await Promise.all(reads))
      expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2 });
  });

  const servingDatabases = async () => {
    const results = await Promise.all(
      [database.readSql, database.searchSql].map(({ query }) =>
        query(statement('select name from place'), []),
      ),
    );
    return results.map((rows) => rows[0]?.[0]);
  };

  it.each<[string, () => unknown, () => unknown]>([
    ['is silent', () => pipe.silence(), () => pipe.mend()],
    [
      'is behind with its schema',
      () => execute(replica.url, 'alter table place rename to elsewhere'),
      () => execute(replica.url, 'alter table elsewhere rename to place'),
    ],
  ])(
    'reads from the primary while the replica %s, without waiting for it twice, and from the replica again',
    async (_what, lose, bring) => {
      expect(await servingDatabases()).toEqual(['replica', 'replica']);

      await lose();
      expect(await servingDatabases()).toEqual(['primary', 'primary']);
      const began = performance.now();
      for (let count = 0; count < 5; count += 1)
        expect(await servingDatabases()).toEqual(['primary', 'primary']);
      expect(performance.now() - began).toBeLessThan(1_500);

      await bring();
      const back = await eventually(servingDatabases, ([place]) => place === 'replica', 20_000);
      expect(back).toEqual(['replica', 'replica']);
    },
  );

  it("reports that a start waits for another instance's migration", async () => {
    warnings.length = 0;
    // Without a pending migration a start needs no lock. This one can run twice.
    await execute(primary.url, "delete from migration where name like 'SupersededIndex%'");
    let release: (() => void) | undefined;
    const locked = new Promise<void>((resolve, reject) => {
      database.sql
        .transaction(async ({ query }) => {
          await query(statement('select pg_advisory_lock(7305118204)'), []);
          resolve();
          await new Promise<void>((done) => (release = done));
          await query(statement('select pg_advisory_unlock(7305118204)'), []);
        })
        .catch(reject);
    });
    await locked;
    const started = open();
    await eventually(
      async () => warnings,
      (all) => all.length > 0,
    );
    release?.();
    const second = await started;
    await second.close();

    expect(warnings[0]).toMatch(
      /^This start waits until another instance has migrated the database: process \d+ of PostgreSQL holds the lock/,
    );
  });
});
