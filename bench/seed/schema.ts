import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILT, PROJECT } from '../harness/paths.ts';
import { withDatabase } from '../harness/servers/database.ts';
import { isProductBuilt, startProduct } from '../harness/servers/product.ts';

const SOURCES = join(PROJECT, 'migrations');
const BUILT_MIGRATIONS = join(BUILT, 'migrations');

interface SqlMigration {
  up(): void | Promise<void>;
  getQueries(): readonly unknown[];
}
type MigrationClass = new (...args: unknown[]) => SqlMigration;
/** Migrations that read rows find none in a new database. */
const EMPTY_DATABASE = { execute: async () => [] };

/** Creates the product's tables: by the product itself when it is built, else from its migrations' SQL. */
export async function createTables(): Promise<void> {
  if (isProductBuilt()) {
    const product = await startProduct();
    await product.stop();
    return;
  }
  const statements = (await Promise.all(filesOf(SOURCES, '.ts').map(statementsOf))).flat();
  await withDatabase(async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** Changes when the tables change, or when the product did not create them. */
export function schemaVersion(): string {
  const hash = createHash('sha256');
  const files = isProductBuilt() ? filesOf(BUILT_MIGRATIONS, '.js') : filesOf(SOURCES, '.ts');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .toSorted()
    .map((file) => join(folder, file));
}

async function statementsOf(file: string): Promise<string[]> {
  const loaded = (await import(pathToFileURL(file).href)) as Record<string, MigrationClass>;
  const statements: string[] = [];
  for (const Migration of Object.values(loaded)) {
    const migration = new Migration(EMPTY_DATABASE);
    await migration.up();
    statements.push(...migration.getQueries().map(String));
  }
  return statements;
}
