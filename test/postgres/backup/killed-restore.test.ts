import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { withMaintenance } from '../../../src/adapters/postgres/backup/open-maintenance.ts';
import { runProgram } from '../../../src/adapters/postgres/backup/pg-programs.ts';
import { beginRestore } from '../../../src/adapters/postgres/backup/restore-target.ts';
import {
  openAtPayload,
  readManifest,
  streamPayload,
  writeBackup,
} from '../../../src/app/backup/file/backup-file.ts';
import { runCli } from '../../cli/run-cli.ts';
import { createBareDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';

jest.setTimeout(240_000);

describeWith(process.env['DATABASE_URL'], 'it needs DATABASE_URL', 'a restoration that was killed', () => {
  let folder: string;
  let backup: string;
  const databases: TestDatabase[] = [];
  const newDatabase = async () => {
    const database = (await createBareDatabase()) as TestDatabase;
    databases.push(database);
    return database.url;
  };
  const run = (args: readonly string[], databaseUrl: string) =>
    runCli([...args, '--json'], { DATABASE_URL: databaseUrl, DATA_DIR: folder });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backups-'));
    const gateway = await startGateway();
    try {
      await gateway.publish(await gateway.createKey(), draft());
      const { json } = await run(['backup', '--to', folder], gateway.variables['DATABASE_URL'] ?? '');
      backup = json.file;
    } finally {
      await gateway.stop();
    }
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('goes on once the pg_restore that it left has created the tables', async () => {
    const target = await newDatabase();
    const { payload } = await readManifest(backup);
    await withMaintenance(target, (sql) => beginRestore(sql, payload.sha256));
    const handle = await openAtPayload(backup);
    await runProgram('pg_restore', { url: target, args: ['--section=pre-data'], input: handle.fd });
    await handle.close();
    expect(await run(['restore', backup], target)).toMatchObject({ code: 0 });
    const listings = { name: '', text: 'select count(*) from listing' };
    expect(await withMaintenance(target, (sql) => sql.query(listings, []))).toEqual([['1']]);
  });

  it('is named while the pg_restore that it left works', async () => {
    const target = await newDatabase();
    const left = new Client({ connectionString: target, application_name: 'giveaways backup' });
    await left.connect();
    try {
      const { json } = await run(['restore', backup], target);
      expect(json.error.message).toMatch(/^Another command, or the pg_restore that it left, works on/);
    } finally {
      await left.end();
    }
  });

  it('is not taken for complete before its rows were counted', async () => {
    const target = await newDatabase();
    const manifest = await readManifest(backup);
    const { payload, ...facts } = manifest;
    const wrong = join(folder, 'wrong-count.tar');
    const counts = { ...facts.counts, 'public.listing': 2 };
    await writeBackup(wrong, { ...facts, counts }, payload.name, streamPayload(backup, manifest));
    for (const attempt of [1, 2]) {
      const { json } = await run(['restore', wrong], target);
      expect({ attempt, message: json.error.message }).toEqual({
        attempt,
        message: 'The restored tables do not have the rows of the backup: public.listing.',
      });
    }
  });

  it('leaves no temporary file, since none is needed', async () => {
    const target = await newDatabase();
    const variables = { DATABASE_URL: target, DATA_DIR: folder, TMPDIR: join(folder, 'missing') };
    expect(await runCli(['restore', backup, '--json'], variables)).toMatchObject({ code: 0 });
    const ids = {
      name: '',
      text: 'select max(id) = (select last_value from migration_id_seq) from migration',
    };
    expect(await withMaintenance(target, (sql) => sql.query(ids, []))).toEqual([[true]]);
  });
});
