import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { withMaintenance } from '../../../src/adapters/postgres/backup/open-maintenance.ts';
import { beginRestore } from '../../../src/adapters/postgres/backup/restore-target.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../cli/run-cli.ts';
import { createBareDatabase, execute, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { draft } from '../../support/listings.ts';
import { createProviderKey } from '../../support/providers/providers.ts';

jest.setTimeout(120_000);

// Quotes, tabs, line ends, backslashes, and the end of COPY's data.
const TITLE = 'A "quoted" title';
const DESCRIPTION = 'Line one.\n\\.\nA tab\tand a backslash \\ and \\N and ünïcödé 🎁.';

describeWith(process.env['DATABASE_URL'], 'it needs DATABASE_URL', 'giveaways move', () => {
  let directory: string;
  let database: TestDatabase;
  let key: string;
  const move = (...args: string[]) =>
    runCli(['move', '--json', ...args], { DATA_DIR: directory, DATABASE_URL: database.url });
  const read = (text: string) => withMaintenance(database.url, (sql) => sql.query({ name: '', text }, []));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'moved-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
    database = (await createBareDatabase()) as TestDatabase;
    const gateway = await startGateway({ DATA_DIR: directory, DATABASE_URL: '' });
    ({ secret: key } = await createProviderKey(gateway, ['giveaways:publish']));
    const body = draft({ title: TITLE, description: DESCRIPTION });
    expect((await gateway.rest('POST', '/api/v1/giveaways', { key, body })).status).toBe(200);
    const busy = await move();
    expect(busy.json.error.message).toContain('in use by another process');
    await gateway.stop();
  });
  afterAll(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it('names a folder without a database, and what to do', async () => {
    const missing = join(directory, 'nope');
    const { json } = await move('--data-dir', missing);
    expect(json.error).toEqual({
      code: 'NOT_MOVED',
      message: `${missing} has no database: name the data folder of the gateway by --data-dir.`,
    });
  });

  it('copies every table to a server, where the gateway goes on, and goes on itself after an interruption', async () => {
    const { code, json } = await move();
    expect({ code, json }).toMatchObject({ code: 0, json: { rows: expect.any(Number) } });
    expect((await move()).json.error.message).toContain('The database is not empty');

    // As an interrupted command leaves it: a table without its rows.
    await execute(database.url, 'truncate listing cascade');
    await withMaintenance(database.url, (sql) => beginRestore(sql, 'move', 'tables'));
    expect((await move()).json).toEqual(json);
    expect(await read(`select to_regclass('giveaways_restore')`)).toEqual([[null]]);
    const triggers = await read(`select tgname from pg_trigger where tgenabled = 'D' and not tgisinternal`);
    expect(triggers).toEqual([]);

    const moved = await startGateway({ DATA_DIR: directory, DATABASE_URL: database.url });
    try {
      const { body } = await moved.graphql('{ feed { edges { node { title description } } } }', {});
      expect(body.data.feed.edges.map(({ node }: Json) => node)).toEqual([
        { title: TITLE, description: DESCRIPTION },
      ]);
      const again = await moved.rest('POST', '/api/v1/giveaways', { key, body: draft() });
      expect(again.status).toBe(200);
      const { code: isWell, stdout } = await runCli(['doctor'], {
        GIVEAWAYS_URL: moved.url,
        DATA_DIR: directory,
      });
      expect([isWell, stdout]).toEqual([0, expect.stringContaining('Nothing is wrong.')]);
    } finally {
      await moved.stop();
    }
  });
});
