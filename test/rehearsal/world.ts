import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';
import { disks, type SmallDisk } from '../support/faults/disk.ts';
import { openPipe, type Pipe } from '../support/faults/pipe.ts';
import { execute } from '../support/database/database.ts';
import type { RedisServer } from '../support/database/redis-server.ts';
import { startChain, type Chain } from './parts/chain.ts';
import { startEtcd, type Etcd } from './parts/etcd.ts';
import { createSecrets, defineGateway, type GatewayPart, type Secrets } from './parts/gateways.ts';
import { startHaproxy, type Haproxy } from './parts/haproxy.ts';
import { own } from './parts/owned.ts';
import { startPgbouncer, type Pgbouncer } from './parts/pgbouncer.ts';
import { startPostgresNode, type PostgresNode } from './parts/postgres-node.ts';
import { answersOk } from './parts/program.ts';
import { findPrograms } from './parts/programs.ts';
import { startPrometheus, type Prometheus } from './parts/prometheus.ts';
import { startRedis } from './parts/redis.ts';

/** All parts of a rehearsal, on loopback and in one folder. */
export interface World {
  readonly folder: string;
  readonly secrets: Secrets;
  readonly etcd: Etcd;
  readonly nodes: readonly PostgresNode[];
  /** The small disks of the nodes; undefined where none can be mounted. */
  readonly disks: readonly SmallDisk[] | undefined;
  readonly haproxy: Haproxy;
  readonly pgbouncer: Pgbouncer;
  readonly redis: { readonly cache: RedisServer; readonly counters: RedisServer };
  readonly chain: Chain;
  readonly gateways: readonly [GatewayPart, GatewayPart];
  /** The connections of the first gateway, which can be cut. */
  readonly pipes: Readonly<Record<'database' | 'cache' | 'counters' | 'node', Pipe>>;
  readonly prometheus: Prometheus;
  /** The URL of the database, on whichever node is the primary. */
  readonly databaseUrl: string;
  primary(): Promise<PostgresNode>;
  replica(): Promise<PostgresNode>;
  /** Waits until every part works, for two minutes at most; throws an Error that names what does not. */
  untilHealthy(): Promise<void>;
}

const DATABASE = 'giveaways';
const DISK_MEGABYTES = 700;
const HEALTHY_WITHIN_MS = 120_000;

/** Starts all parts but the gateways. With `former`, the contracts are those of release 0.1.0; with `keep`, the output of the parts stays. */
export async function startWorld(
  note: (message: string) => void,
  { former, keep }: { readonly former: boolean; readonly keep: boolean },
): Promise<World> {
  const programs = findPrograms();
  const folder = openFolder(keep);
  note(`The parts write to ${folder}.`);
  const etcd = await startEtcd(programs.etcd, folder);
  const mount = disks;
  const mounted = mount && [0, 1].map(() => ownDisk(mount));
  const nodes: PostgresNode[] = [];
  for (const [index, name] of ['postgres1', 'postgres2'].entries()) {
    const disk = join(mounted?.[index]?.directory ?? folder, name);
    const { patroni, postgres } = programs;
    nodes.push(await startPostgresNode({ name, patroni, postgres, etcdPort: etcd.port, folder, disk }));
    note(`${name} runs.`);
  }
  const secrets = await createSecrets();
  let variables: Awaited<ReturnType<typeof connect>>['variables'] = () => ({});
  const gateways = [
    await defineGateway('gateway1', folder, (release) => variables(0, release)),
    await defineGateway('gateway2', folder, (release) => variables(1, release)),
  ] as const;
  const haproxy = await startHaproxy({
    program: programs.haproxy,
    folder,
    gatewayPorts: gateways.map(({ port }) => port),
    nodes,
  });
  const find = async (isPrimary: boolean) => {
    for (const node of nodes) if ((await node.isPrimary()) === isPrimary) return node;
    throw new Error(`No node of PostgreSQL is the ${isPrimary ? 'primary' : 'replica'}.`);
  };
  await execute((await find(true)).url, `create database ${DATABASE}`);
  const databaseUrl = `postgres://postgres@127.0.0.1:${haproxy.primaryPort}/${DATABASE}`;
  const { primaryPort, replicaPort } = haproxy;
  const pgbouncer = await startPgbouncer({
    program: programs.pgbouncer,
    folder,
    database: DATABASE,
    primaryPort,
    replicaPort,
  });
  const redis = { cache: await startRedis(programs.redis), counters: await startRedis(programs.redis) };
  const chain = await startChain(folder, former);
  note('The chain runs.');
  const connected = await connect({ haproxy, pgbouncer, redis, chain, secrets, databaseUrl });
  ({ variables } = connected);
  const metricsPorts = gateways.map(({ metricsPort }) => metricsPort);
  const prometheus = await startPrometheus(programs.prometheus, folder, metricsPorts);
  const parts = { nodes, gateways, haproxy };
  return {
    ...parts,
    folder,
    secrets,
    etcd,
    disks: mounted,
    pgbouncer,
    redis,
    chain,
    pipes: connected.pipes,
    prometheus,
    databaseUrl,
    primary: () => find(true),
    replica: () => find(false),
    untilHealthy: () => untilHealthy(parts),
  };
}

function openFolder(keep: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  // PostgreSQL's user reads there.
  chmodSync(folder, 0o755);
  if (!keep) own(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function ownDisk(mount: NonNullable<typeof disks>): SmallDisk {
  const disk = mount(DISK_MEGABYTES);
  chmodSync(disk.directory, 0o755);
  own(() => disk.remove());
  return disk;
}

interface Connected {
  readonly haproxy: Haproxy;
  readonly pgbouncer: Pgbouncer;
  readonly redis: Readonly<Record<'cache' | 'counters', RedisServer & { readonly port: number }>>;
  readonly chain: Chain;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
}

/** The variables of the gateways. The connections of the first one can be cut. */
async function connect({ haproxy, pgbouncer, redis, chain, secrets, databaseUrl }: Connected) {
  const pipes = {
    database: await openPipe(pgbouncer.port),
    cache: await openPipe(redis.cache.port),
    counters: await openPipe(redis.counters.port),
    node: await openPipe(chain.port),
  };
  own(() => {
    for (const pipe of Object.values(pipes)) void pipe.stop();
  });
  const shared = {
    ...secrets.variables,
    HOST: '127.0.0.1',
    PUBLIC_URL: haproxy.url,
    TRUST_PROXY: '1',
    RATE_LIMIT: '1000000',
    BEACON_URLS: chain.relayUrl,
    CHAIN_BEACON_MARGIN: '30',
    LOG_LEVEL: 'warn',
  };
  const urls = {
    DATABASE_URL: pgbouncer.primaryUrl,
    DATABASE_READ_URL: pgbouncer.replicaUrl,
    REDIS_URL: redis.cache.url,
    COUNTERS_REDIS_URL: redis.counters.url,
  };
  const over = (url: string, pipe: Pipe) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${pipe.port}`);
  const piped = {
    DATABASE_URL: over(urls.DATABASE_URL, pipes.database),
    DATABASE_READ_URL: over(urls.DATABASE_READ_URL, pipes.database),
    REDIS_URL: over(urls.REDIS_URL, pipes.cache),
    COUNTERS_REDIS_URL: over(urls.COUNTERS_REDIS_URL, pipes.counters),
  };
  const nodeUrl = chain.contracts.url;
  return {
    pipes,
    variables: (index: 0 | 1, release: string | undefined): Readonly<Record<string, string>> => ({
      ...shared,
      ...chain.variables(index === 0 ? over(nodeUrl, pipes.node) : nodeUrl),
      ...(index === 0 ? piped : urls),
      // The release before sends its settings in a way that PgBouncer refuses.
      ...(release !== undefined && { DATABASE_URL: databaseUrl, DATABASE_READ_URL: '' }),
    }),
  };
}

async function untilHealthy({
  nodes,
  gateways,
  haproxy,
}: Pick<World, 'nodes' | 'gateways' | 'haproxy'>): Promise<void> {
  const findFaults = async () => {
    const faults: string[] = [];
    for (const { name, url } of gateways) if (!(await answersOk(`${url}/readyz`))) faults.push(name);
    if (!(await answersOk(`${haproxy.url}/feed.json`))) faults.push(haproxy.name);
    for (const node of nodes) {
      const role = await node.isPrimary().then(
        (isPrimary) => (isPrimary ? 'primary' : 'synchronous'),
        () => '',
      );
      if (role === '' || !(await answersOk(`http://127.0.0.1:${node.apiPort}/${role}`)))
        faults.push(node.name);
    }
    return faults;
  };
  const faults = await eventually(findFaults, ({ length }) => length === 0, HEALTHY_WITHIN_MS);
  if (faults.length > 0) throw new Error(`Not healthy: ${faults.join(', ')}.`);
}
