import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { join } from 'node:path';
import { createChainEpoch, type ChainEpoch } from '../adapters/cache/chain-epoch.ts';
import { createLocalEpoch, createSharedEpoch, type Epoch } from '../adapters/cache/epoch.ts';
import { connectRedis, warnOfEviction } from '../adapters/cache/redis.ts';
import type { Database, openUnmigrated } from '../adapters/postgres/connection/database.ts';
import type { Config } from '../config/config.ts';
import { nameVariableInError } from '../runtime/config-error.ts';

/** The replication lag up to which a change is visible within seconds. */
const REPLICA_LAG_MS = 5_000;

/** What the instances of a gateway share. */
export interface Storage {
  readonly database: Database;
  /** Undefined without REDIS_URL: the instance then shares no cache. */
  readonly redis: Redis | undefined;
  /** Where uses are counted; undefined when this instance counts by itself. */
  readonly counters: Redis | undefined;
  readonly epoch: Epoch;
  /** Of this instance alone: other instances notice a step by themselves. */
  readonly chainEpoch: ChainEpoch;
  close(): Promise<void>;
}

/** Connects to the database and to Redis. */
export async function openStorage(
  config: Config,
  log: Logger,
  open: typeof openUnmigrated,
): Promise<Storage> {
  const warn = (message: string) => log.warn(message);
  const database = await nameVariableInError(
    config.DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    open({
      url: config.DATABASE_URL,
      readUrl: config.DATABASE_READ_URL,
      directory: join(config.DATA_DIR, 'db'),
      warn,
      note: (message) => log.debug(message),
      report: (message) => log.info(message),
    }),
  );
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, warn);
  const countersUrl = config.COUNTERS_REDIS_URL;
  const counters = countersUrl === undefined ? redis : connectRedis(countersUrl, warn);
  if (counters) warnOfEviction(counters, warn);
  const settling = { settleMs: config.DATABASE_READ_URL === undefined ? 0 : REPLICA_LAG_MS, now: Date.now };
  const isOnly = config.DATABASE_URL === undefined;
  const epoch = redis ? createSharedEpoch(redis, warn, settling) : createLocalEpoch(settling, isOnly);
  return {
    database,
    redis,
    counters,
    epoch,
    chainEpoch: createChainEpoch(),
    close() {
      epoch.close();
      redis?.disconnect();
      if (counters !== redis) counters?.disconnect();
      return database.close();
    },
  };
}
