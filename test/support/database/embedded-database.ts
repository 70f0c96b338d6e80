import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fingerprintTemplate, openMigrated, packageFile, ROOT } from './migrated.ts';

const TEMPLATES = join(ROOT, 'node_modules/.cache/gateway-tests');
const LOCK_WITHIN_MS = 120_000;

let template: Promise<string> | undefined;

/**
 * Puts a migrated, empty embedded database into `directory`. It is copied from a template, since creating one takes
 * seconds.
 */
export async function placeEmbeddedDatabase(directory: string): Promise<void> {
  template ??= ensureTemplate();
  // Over a thousand small files: one synchronous copy is many times as fast as copying them one by one.
  cpSync(await template, directory, { recursive: true });
}

/** Returns the template's directory. Workers that need it at the same time wait for the one that makes it. */
async function ensureTemplate(): Promise<string> {
  const pglite = await readFile(packageFile('@electric-sql/pglite'), 'utf8');
  const directory = join(TEMPLATES, await fingerprintTemplate(pglite, String(makeTemplate)));
  if (existsSync(directory)) return directory;
  await mkdir(TEMPLATES, { recursive: true });
  // A lock of the operating system, which is released when a worker ends.
  const lock = new DatabaseSync(join(TEMPLATES, 'lock'), { timeout: LOCK_WITHIN_MS });
  try {
    lock.exec('begin exclusive');
    if (!existsSync(directory)) await makeTemplate(directory);
  } finally {
    lock.close();
  }
  return directory;
}

async function makeTemplate(directory: string): Promise<void> {
  const made = `${directory}-${randomUUID()}`;
  const database = await openMigrated({ directory: made });
  await database.execute("update pg_database set datistemplate = false where datname like 'template_'");
  // Half of the files.
  for (const name of ['template0', 'template1']) await database.execute(`drop database ${name}`);
  await database.close();
  // Each start touches the whole page cache, and tests need little of it: half the start time, a tenth of the memory.
  await appendFile(join(made, 'postgresql.conf'), "shared_buffers = '16MB'\n");
  await rename(made, directory);
}
