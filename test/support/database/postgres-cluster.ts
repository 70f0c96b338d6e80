import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../gateway/process.ts';
import { createBareDatabase, type TestDatabase } from './database.ts';

/** A PostgreSQL server of one test suite. */
export interface Cluster {
  /** The URL of its empty database. */
  readonly url: string;
  start(): Promise<void>;
  /** `immediate` simulates a crash: clients are not told, and the next start recovers. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts a standby that replays what the cluster writes. */
  startStandby(): Promise<Standby>;
  remove(): Promise<void>;
}

/** A physical replica of a cluster. */
export interface Standby {
  readonly url: string;
  remove(): Promise<void>;
}

/** The folder of PostgreSQL's programs on this machine; undefined when it is not installed. */
export const postgresPrograms: string | undefined = [
  ...globSync('/usr/lib/postgresql/*/bin/initdb'),
  '/usr/local/pgsql/bin/initdb',
  '/opt/homebrew/bin/initdb',
]
  .filter((file) => existsSync(file))
  .map((file) => dirname(file))
  .at(-1);

/** Creates a database without any table, on the server of DATABASE_URL, or else on a cluster of its own. */
export async function createServerDatabase(): Promise<TestDatabase> {
  const made = await createBareDatabase();
  if (made) return made;
  const cluster = await startCluster(postgresPrograms ?? '');
  return { url: cluster.url, drop: () => cluster.remove() };
}

/** Creates and starts a cluster in its own folder, on a free port. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
  const data = join(folder, 'data');
  const port = await findFreePort();
  await chmod(folder, 0o777);
  await run(programs, 'initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => run(programs, 'pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'),
    stop: (mode) => run(programs, 'pg_ctl', '-D', data, '-w', '-m', mode, 'stop'),
    async startStandby() {
      const copy = join(folder, 'standby');
      const standbyPort = await findFreePort();
      await run(
        programs,
        'pg_basebackup',
        '-d',
        cluster.url,
        '-D',
        copy,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      );
      const standbyOptions = options.replace(`-p ${port}`, `-p ${standbyPort}`);
      await run(
        programs,
        'pg_ctl',
        '-D',
        copy,
        '-w',
        '-l',
        join(folder, 'standby.log'),
        '-o',
        standbyOptions,
        'start',
      );
      return {
        url: cluster.url.replace(`:${port}/`, `:${standbyPort}/`),
        remove: () => run(programs, 'pg_ctl', '-D', copy, '-w', '-m', 'immediate', 'stop'),
      };
    },
    async remove() {
      await cluster.stop('immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
  await cluster.start();
  return cluster;
}

// PostgreSQL refuses to run as root, so for root it runs as the user that its package created.
async function run(programs: string, program: string, ...args: string[]): Promise<void> {
  const file = join(programs, program);
  const isRoot = userInfo().uid === 0;
  await promisify(execFile)(
    isRoot ? 'runuser' : file,
    isRoot ? ['-u', 'postgres', '--', file, ...args] : args,
    {
      cwd: tmpdir(),
    },
  );
}
