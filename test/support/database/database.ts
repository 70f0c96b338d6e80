import { randomBytes } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { fingerprintTemplate, openMigrated } from './migrated.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const DAY_MS = 86_400_000;

/** A PostgreSQL database for one gateway; `drop` closes all its connections and removes it. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database on the server of DATABASE_URL; undefined when the tests run on the embedded database. */
export async function createTestDatabase(
  server: string | undefined = process.env['DATABASE_URL'],
): Promise<TestDatabase | undefined> {
  return server ? create(server, await ensureTemplate(server)) : undefined;
}

/** Creates a database without any table. */
export async function createBareDatabase(
  server: string | undefined = process.env['DATABASE_URL'],
): Promise<TestDatabase | undefined> {
  return server ? create(server) : undefined;
}

async function create(server: string, template?: string): Promise<TestDatabase> {
  const name = `gw_test_${randomBytes(8).toString('hex')}`;
  await execute(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
  return { url: urlOf(server, name), drop: () => dropDatabase(server, name) };
}

/** Workers that need the template at the same time wait for the one that makes it. */
async function ensureTemplate(server: string): Promise<string> {
  const template = `gw_template_${await fingerprintTemplate()}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(client, server, template);
  } finally {
    await client.end();
  }
  return template;
}

/** Also drops the templates that are older than a day: other tests may use a newer one of other migrations. */
async function makeTemplate(client: Client, server: string, template: string): Promise<void> {
  const { rows } = await client.query(
    `select datname from pg_database where datname like 'gw\\_template\\_%'
       and coalesce(shobj_description(oid, 'pg_database'), '') < $1`,
    [new Date(Date.now() - DAY_MS).toISOString()],
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
  const made = `${template}_made`;
  await dropDatabase(server, made);
  await client.query(`create database ${made}`);
  await client.query(`comment on database ${made} is '${new Date().toISOString()}'`);
  await (await openMigrated({ url: urlOf(server, made) })).close();
  // A connection ends shortly after its client, and would prevent the new name.
  await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
    made,
  ]);
  await client.query(`alter database ${made} rename to ${template}`);
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const DROPS = 120;
const DROP_PAUSE_MS = 500;

/** Drops a database. While PostgreSQL vacuums it, a role that is no superuser may not, so it tries again. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let left = DROPS; ; left -= 1) {
    try {
      return await execute(server, `drop database if exists ${name} with (force)`);
    } catch (error) {
      const isVacuumed = error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isVacuumed || left === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, DROP_PAUSE_MS));
  }
}

/** Runs one statement on a new connection. */
export async function execute(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
