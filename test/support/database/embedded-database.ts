import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { access, appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintTemplate, openMigrated, packageFile, ROOT } from './migrated.ts';

const TEMPLATES = join(ROOT, 'node_modules/.cache/gateway-tests');

/**
 * Puts a migrated, empty embedded database into `directory`. It is copied from a template, since creating one takes
 * seconds.
 */
export async function placeEmbeddedDatabase(directory: string): Promise<void> {
  const pglite = await readFile(packageFile('@electric-sql/pglite'), 'utf8');
  const template = join(TEMPLATES, await fingerprintTemplate(pglite, String(makeTemplate)));
  const isThere = await access(template).then(
    () => true,
    () => false,
  );
  if (!isThere) await makeTemplate(template);
  // Over a thousand small files: one synchronous copy is many times as fast as copying them one by one.
  cpSync(template, directory, { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  const made = `${template}-${randomUUID()}`;
  await mkdir(TEMPLATES, { recursive: true });
  const database = await openMigrated({ directory: made });
  await database.execute("update pg_database set datistemplate = false where datname like 'template_'");
  // Half of the files.
  for (const name of ['template0', 'template1']) await database.execute(`drop database ${name}`);
  await database.close();
  // Each start touches the whole page cache, and tests need little of it: half the start time, a tenth of the memory.
  await appendFile(join(made, 'postgresql.conf'), "shared_buffers = '16MB'\n");
  // If another worker was faster, its template is used.
  await rename(made, template).catch(() => rm(made, { recursive: true, force: true }));
}
