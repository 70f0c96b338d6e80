import { createHash, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { access, appendFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJobs } from '../../../src/adapters/jobs/jobs.ts';
import { openDatabase } from '../../../src/adapters/postgres/connection/database.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TEMPLATES = join(ROOT, 'node_modules/.cache/gateway-tests');

/**
 * Puts a migrated, empty embedded database into `directory`. It is copied from a template, since creating one takes
 * seconds.
 */
export async function placeEmbeddedDatabase(directory: string): Promise<void> {
  const template = join(TEMPLATES, await fingerprint());
  const isThere = await access(template).then(
    () => true,
    () => false,
  );
  if (!isThere) await makeTemplate(template);
  // Over a thousand small files: one synchronous copy is many times as fast as copying them one by one.
  cpSync(template, directory, { recursive: true });
}

/** A hash of the migrations, the versions of the database packages, and the code that makes the template. */
async function fingerprint(): Promise<string> {
  const folder = join(ROOT, 'migrations');
  const files = (await readdir(folder)).toSorted().map((name) => join(folder, name));
  const hash = createHash('sha256').update(String(makeTemplate));
  const packages = ['@electric-sql/pglite', 'pg-boss'].map((name) => `node_modules/${name}/package.json`);
  for (const file of [...files, ...packages.map((path) => join(ROOT, path))])
    hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function makeTemplate(template: string): Promise<void> {
  const made = `${template}-${randomUUID()}`;
  await mkdir(TEMPLATES, { recursive: true });
  const database = await openDatabase({
    url: undefined,
    readUrl: undefined,
    directory: made,
    warn: () => undefined,
    note: () => undefined,
  });
  // pg-boss creates its own schema.
  const jobs = createJobs({ ...database, handlers: {}, report: () => undefined, warn: () => undefined });
  await jobs.start();
  await jobs.stop();
  await database.execute("update pg_database set datistemplate = false where datname like 'template_'");
  // Half of the files.
  for (const name of ['template0', 'template1']) await database.execute(`drop database ${name}`);
  await database.close();
  // Each start touches the whole page cache, and tests need little of it: half the start time, a tenth of the memory.
  await appendFile(join(made, 'postgresql.conf'), "shared_buffers = '16MB'\n");
  // If another worker was faster, its template is used.
  await rename(made, template).catch(() => rm(made, { recursive: true, force: true }));
}
