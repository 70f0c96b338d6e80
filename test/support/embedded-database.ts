import { createHash, randomUUID } from 'node:crypto';
import { access, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/adapters/postgres/database.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEMPLATES = join(ROOT, 'node_modules/.cache/gateway-tests');

/** Puts a migrated, empty embedded database into `directory`: a copy, since making one takes seconds. */
export async function placeEmbeddedDatabase(directory: string): Promise<void> {
  const template = join(TEMPLATES, await fingerprint());
  const isThere = await access(template).then(
    () => true,
    () => false,
  );
  if (!isThere) await makeTemplate(template);
  await cp(template, directory, { recursive: true });
}

/** A name for the state of the migrations and of the database program. */
async function fingerprint(): Promise<string> {
  const folder = join(ROOT, 'migrations');
  const files = (await readdir(folder)).toSorted().map((name) => join(folder, name));
  const hash = createHash('sha256');
  for (const file of [...files, join(ROOT, 'node_modules/@electric-sql/pglite/package.json')])
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
  await database.close();
  // Another worker may have been faster: its template is as good.
  await rename(made, template).catch(() => rm(made, { recursive: true, force: true }));
}
