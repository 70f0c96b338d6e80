import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJobs, type JobHandlers } from '../../../src/adapters/jobs/jobs.ts';
import { openDatabase, type Database } from '../../../src/adapters/postgres/connection/database.ts';

/** The root of the project. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const ignore = async () => undefined;
/** A gateway creates the queue of each of these that is not there. */
const HANDLERS: Required<JobHandlers> = {
  'check-domains': ignore,
  'confirm-subscription': ignore,
  'count-days': ignore,
  'fetch-images': ignore,
  'finish-provision': ignore,
  'fold-texts': ignore,
  'keep-rounds': ignore,
  'mark-ended': ignore,
  purge: ignore,
  'send-feed-webhooks': ignore,
  'send-mails': ignore,
  'send-sign-in-code': ignore,
  'send-to-subscription': ignore,
  'send-webhook': ignore,
  'send-webhooks': ignore,
  'verify-prize-deliveries': ignore,
  'verify-prize-delivery': ignore,
  'warn-expiring-keys': ignore,
};
/**
 * Jobs that run seldom, with the seconds until their next run. A gateway on a copy does not begin with them, as one that was restarted:
 * they took a third of the processor time of a start.
 */
const SELDOM = { purge: 86_400, 'count-days': 3_600, 'warn-expiring-keys': 3_600 } as const;

/** Opens an empty database, embedded in a directory or on a server, and creates all tables, those of pg-boss too, and the queues of jobs. */
export async function openMigrated(
  place: { readonly directory: string } | { readonly url: string },
): Promise<Database> {
  const database = await openDatabase({
    url: undefined,
    directory: '',
    readUrl: undefined,
    warn: () => undefined,
    note: () => undefined,
    ...place,
  });
  const jobs = createJobs({
    ...database,
    handlers: HANDLERS,
    report: () => undefined,
    warn: () => undefined,
  });
  await jobs.start();
  for (const [name, afterSeconds] of Object.entries(SELDOM))
    await jobs.add(name as keyof typeof SELDOM, {}, { key: name, afterSeconds });
  await jobs.stop();
  return database;
}

/** A hash of the migrations and of pg-boss, and of the text of what else decides a template. */
export async function fingerprintTemplate(...others: readonly string[]): Promise<string> {
  const folder = join(ROOT, 'migrations');
  const files = (await readdir(folder)).toSorted().map((name) => join(folder, name));
  const hash = createHash('sha256');
  for (const text of [...others, ...Object.keys(HANDLERS), JSON.stringify(SELDOM)]) hash.update(text);
  for (const file of [...files, packageFile('pg-boss')]) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

/** The path of a dependency's package.json. */
export function packageFile(name: string): string {
  return join(ROOT, 'node_modules', name, 'package.json');
}
