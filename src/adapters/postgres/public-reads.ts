import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/concurrency/gate.ts';
import {
  GENERIC,
  openPool,
  readPool,
  SERIAL,
  toPoolConfig,
  type PoolLimits,
  type PoolState,
} from './server/pools.ts';
import { createReplicaReads } from './server/replica.ts';
import { watchReplicaLag, type ReplicaLag } from './server/replica-lag.ts';
import { createConnectionWatchdog, type ConnectionWatchdog } from './server/connection-watchdog.ts';
import { createPoolSql, type Sql } from './connection/sql.ts';

/** The statements of public reads, over separate connections. */
export interface PublicReads {
  readonly readSql: Sql;
  /** For statements that are planned with their values. */
  readonly searchSql: Sql;
  /** The replica, if there is one. */
  readonly replica: Pick<ReplicaLag, 'seconds' | 'isDown'> | undefined;
  /** The states of their pools now. */
  readonly pools: () => readonly PoolState[];
  close(): Promise<void>;
}

interface PublicReadsOptions {
  /** The application name of the connections, in pg_stat_activity. */
  readonly name: string;
  /** The URL of the primary. */
  readonly url: string;
  /** The URL of a replica. */
  readonly readUrl: string | undefined;
  readonly reads: PoolLimits;
  readonly searches: PoolLimits;
  /** The watch of the primary's connections. */
  readonly watchdog: ConnectionWatchdog;
  readonly warn: (message: string) => void;
}

/** Opens public reads from a replica, if there is one, and from the primary while the replica fails. Connects on first use. */
export function openPublicReads({ readUrl, ...options }: PublicReadsOptions): PublicReads {
  const primary = openReads(options);
  if (readUrl === undefined) return primary;
  const { warn } = options;
  const replica = openReads({ ...options, url: readUrl, watchdog: createConnectionWatchdog(warn) });
  const lag = watchReplicaLag({ replica: replica.readSql, primary: primary.readSql, warn });
  const { over, close } = createReplicaReads({ lag, warn });
  return {
    readSql: over(replica.readSql, primary.readSql),
    searchSql: over(replica.searchSql, primary.searchSql),
    replica: lag,
    pools: () => [
      ...primary.pools(),
      ...replica.pools().map((state) => ({ ...state, name: `replica ${state.name}` })),
    ],
    async close() {
      close();
      await lag.close();
      await Promise.all([replica.close(), primary.close()]);
    },
  };
}

/** The same public reads with a limit on concurrent statements of both pools together; those that wait too long are refused. */
export function limitStatements(
  { readSql, searchSql, ...rest }: PublicReads,
  { connections: atOnce, waiting: mostWaiting, waitMs: longestWaitMs }: PoolLimits,
): PublicReads {
  const gate = createGate({ atOnce, mostWaiting, longestWaitMs, refusal: tooMany });
  const limit = (sql: Sql): Sql => ({
    query: (statement, values) => gate.run(() => sql.query(statement, values)),
  });
  return { readSql: limit(readSql), searchSql: limit(searchSql), ...rest };
}

function tooMany(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'The database is busy: try again shortly.', {
    retryAfterSeconds: 2,
  });
}

function openReads(options: Omit<PublicReadsOptions, 'readUrl'>): PublicReads {
  const { name, url, reads, searches } = options;
  const readsPool = openPool(toPoolConfig(url, `giveaways ${name} reads`, reads, GENERIC), reads, options);
  const searchPool = openPool(
    toPoolConfig(url, `giveaways ${name} searches`, searches, SERIAL),
    searches,
    options,
  );
  return {
    readSql: createPoolSql(readsPool),
    searchSql: createPoolSql(searchPool),
    replica: undefined,
    pools: () => [readPool('reads', readsPool), readPool('searches', searchPool)],
    async close() {
      await Promise.all([readsPool.end(), searchPool.end()]);
    },
  };
}
