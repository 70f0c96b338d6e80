import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { draft as newDraft } from '../support/listings.ts';
import { createBareDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { findFreePort } from '../support/gateway/process.ts';
import { findProgram } from '../rehearsal/parts/programs.ts';

const program = process.env['DATABASE_URL'] ? findProgram('pgbouncer') : undefined;

describeWith(program, 'it needs DATABASE_URL and pgbouncer', 'a gateway behind PgBouncer', (pgbouncer) => {
  let folder: string;
  let database: TestDatabase | undefined;
  let pooler: ChildProcess;
  let gateway: Gateway;
  let pooledUrl: URL;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
    chmodSync(folder, 0o755);
    database = await createBareDatabase();
    const direct = new URL(database?.url ?? '');
    pooledUrl = new URL(direct);
    pooledUrl.port = String(await findFreePort());
    const name = direct.pathname.slice(1);
    const place = `host=${direct.hostname} port=${direct.port || 5432} dbname=${name}`;
    // Of the servers of this test, instead of those of containers.
    const text = readFileSync('deploy/compose/pgbouncer.ini', 'utf8')
      .replace(/^giveaways = .*/m, `${name} = ${place}`)
      .replace(/^giveaways_replica = .*/m, `${name}_replica = ${place}`)
      .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${pooledUrl.port}`)
      .replace('auth_type = scram-sha-256', 'auth_type = trust')
      .replace('/run/pgbouncer/users.txt', join(folder, 'users.txt'));
    writeFileSync(join(folder, 'pgbouncer.ini'), text);
    writeFileSync(join(folder, 'users.txt'), `"${direct.username}" ""\n`);
    // It refuses to run as root.
    const user = userInfo().uid === 0 ? ['-u', 'postgres'] : [];
    pooler = spawn(pgbouncer, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    await eventually(
      () => query('select 1').catch(() => []),
      (rows) => rows.length > 0,
    );
    const replica = new URL(pooledUrl);
    replica.pathname += '_replica';
    gateway = await startGateway({ DATABASE_URL: pooledUrl.href, DATABASE_READ_URL: replica.href });
  });
  afterAll(async () => {
    await gateway.stop();
    pooler.kill('SIGKILL');
    await once(pooler, 'exit');
    await database?.drop();
    rmSync(folder, { recursive: true });
  });

  async function query(text: string): Promise<readonly Record<string, string>[]> {
    const client = new Client(pooledUrl.href);
    try {
      await client.connect();
      return (await client.query<Record<string, string>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  it('migrates, publishes, and reads what was published', async () => {
    const key = await gateway.createKey();
    const draft = newDraft();
    const published = await gateway.rest('POST', '/api/v1/giveaways', { key, body: draft });
    expect(published.status).toBe(200);
    const { body } = await gateway.graphql('{ feed(first: 1) { nodes { title } } }');
    expect(body.data.feed.nodes).toEqual([{ title: draft.title }]);
  });

  it('sets the parameters of its sessions, which PgBouncer takes from no connection', async () => {
    // A connection with such a parameter is refused.
    const refused = new Client({ connectionString: pooledUrl.href, options: '-c jit=off' });
    refused.on('error', () => undefined);
    await expect(refused.connect()).rejects.toThrow('unsupported startup parameter');
    const settings = await gateway.onDatabase((_em, sql) =>
      sql.query(
        { name: '', text: `select current_setting('TimeZone'), current_setting('statement_timeout')` },
        [],
      ),
    );
    expect(settings).toEqual([['UTC', '10s']]);
  });
});
