import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createJobs,
  type JobEvent,
  type JobFailure,
  type JobHandlers,
  type RunningJobs,
} from '../../src/adapters/jobs/jobs.ts';
import { openDatabase, type Database } from '../../src/adapters/postgres/connection/database.ts';
import { createTestDatabase } from '../support/database/database.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';

/** The shared database of several instances: on DATABASE_URL's server, or embedded in a directory. */
export interface SharedDatabase {
  readonly url: string | undefined;
  readonly directory: string;
  remove(): Promise<void>;
}

export async function createSharedDatabase(): Promise<SharedDatabase> {
  const made = await createTestDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'jobs-'));
  if (!made) await placeEmbeddedDatabase(join(directory, 'db'));
  return {
    url: made?.url,
    directory,
    async remove() {
      await made?.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The jobs of one instance, on its own database connection. */
export interface Instance extends RunningJobs {
  readonly database: Database;
  readonly events: readonly (readonly [string, JobEvent])[];
  readonly failures: readonly JobFailure[];
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

type OpenTimes = NonNullable<Parameters<typeof createJobs>[0]['times']> &
  Pick<Parameters<typeof createJobs>[0], 'perpetual'>;

export async function openInstance(
  { url, directory }: Pick<SharedDatabase, 'url' | 'directory'>,
  handlers: JobHandlers,
  { perpetual, ...times }: OpenTimes = {},
): Promise<Instance> {
  const warnings: string[] = [];
  const database = await openDatabase({
    url,
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: () => undefined,
    note: () => undefined,
  });
  const events: (readonly [string, JobEvent])[] = [];
  const failures: JobFailure[] = [];
  const jobs = createJobs({
    execute: database.execute,
    handlers,
    ...(perpetual && { perpetual }),
    report: (failure) => failures.push(failure),
    warn: (message) => warnings.push(message),
    note: (name, event) => events.push([name, event]),
    times: { poll: 0.2, retry: 1, ...times },
  });
  await jobs.start();
  return {
    ...jobs,
    database,
    events,
    failures,
    warnings,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}
