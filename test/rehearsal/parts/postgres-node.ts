import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { own } from './owned.ts';
import { takePort } from './ports.ts';
import { defineProgram, makeFolderOfPostgres, type Program } from './program.ts';

/** A PostgreSQL server with the Patroni that runs it. */
export interface PostgresNode extends Program {
  readonly port: number;
  /** The port of Patroni's HTTP API. */
  readonly apiPort: number;
  /** The URL of its empty database. */
  readonly url: string;
  isPrimary(): Promise<boolean>;
  /** Kills PostgreSQL, but not Patroni. */
  crash(): void;
  /** Signals only the process that replays what the primary writes. */
  signalReplay(signal: NodeJS.Signals): void;
}

interface NodeOptions {
  readonly name: string;
  readonly patroni: string;
  readonly postgres: string;
  readonly etcdPort: number;
  readonly folder: string;
  /** The folder of its data, on a disk of its own where possible. */
  readonly disk: string;
}

/** How soon a primary is given up, in seconds. */
const CLUSTER = {
  ttl: 6,
  loop_wait: 1,
  retry_timeout: 2,
  // A primary that has crashed is not waited for.
  primary_start_timeout: 0,
  maximum_lag_on_failover: 16_777_216,
  // What was answered is on both nodes.
  synchronous_mode: true,
  // Without etcd, the primary goes on as long as it reaches the other node.
  failsafe_mode: true,
};
const PARAMETERS = {
  max_connections: 300,
  // A node that stops answering is noticed.
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
  tcp_user_timeout: '3s',
  // As for a small disk.
  min_wal_size: '64MB',
  max_wal_size: '96MB',
  // More than between two checkpoints: a former primary needs what was written since the last one before it fell out.
  wal_keep_size: '128MB',
  shared_buffers: '64MB',
};
const TRUSTED = [
  'local all all trust',
  'host all all 127.0.0.1/32 trust',
  'host replication all 127.0.0.1/32 trust',
];

/** Starts a node; the first one of a cluster becomes its primary, the others copy it. */
export async function startPostgresNode(options: NodeOptions): Promise<PostgresNode> {
  const { name, patroni, folder, disk } = options;
  const [port, apiPort] = [await takePort(), await takePort()];
  const data = join(disk, 'data');
  makeFolderOfPostgres(disk);
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, stringify(toConfiguration(options, { port, apiPort, data })));
  const program = defineProgram({
    name,
    folder,
    command: [patroni, file],
    refusesRoot: true,
    isReady: async () => (await roleOf(apiPort)) !== undefined,
  });
  // Patroni's end does not end its server.
  own(() => signalServer(data, 'SIGKILL'));
  await program.start();
  return {
    ...program,
    port,
    apiPort,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    isPrimary: async () => (await roleOf(apiPort)) === 'primary',
    signalReplay: (signal) => signalServer(data, signal, isReplay),
    crash: () => signalServer(data, 'SIGKILL'),
    async kill(signal) {
      await program.kill(signal);
      signalServer(data, 'SIGKILL');
    },
    freeze() {
      program.freeze();
      signalServer(data, 'SIGSTOP');
    },
    thaw() {
      signalServer(data, 'SIGCONT');
      program.thaw();
    },
  };
}

function toConfiguration(
  { name, postgres, etcdPort, disk }: NodeOptions,
  { port, apiPort, data }: { readonly port: number; readonly apiPort: number; readonly data: string },
): object {
  return {
    scope: 'rehearsal',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: { ...CLUSTER, postgresql: { use_pg_rewind: true, parameters: PARAMETERS } },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgres,
      pgpass: join(disk, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      // Not among the data, which pg_rewind reads.
      parameters: { unix_socket_directories: disk },
      remove_data_directory_on_rewind_failure: true,
      // A copy otherwise waits for a checkpoint that the primary spreads over minutes.
      basebackup: { checkpoint: 'fast' },
      pg_hba: TRUSTED,
    },
  };
}

async function roleOf(apiPort: number): Promise<'primary' | 'replica' | undefined> {
  const response = await fetch(`http://127.0.0.1:${apiPort}/patroni`, { signal: AbortSignal.timeout(1_000) });
  const { role, state } = (await response.json()) as { readonly role?: string; readonly state?: string };
  if (state !== 'running') return undefined;
  return role === 'master' || role === 'primary' ? 'primary' : 'replica';
}

/** Sends a signal to the processes of the server of this folder, if one runs there. */
function signalServer(
  data: string,
  signal: NodeJS.Signals,
  isMeant: (pid: number) => boolean = () => true,
): void {
  const main = findServer(data);
  if (main === undefined) return;
  for (const pid of [main, ...childrenOf(main)].filter(isMeant)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  }
}

/** The name of its process says what it does. */
const isReplay = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('startup recovering');

function findServer(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // The number may be another process's by now.
    return readlinkSync(`/proc/${pid}/cwd`) === data ? pid : undefined;
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
