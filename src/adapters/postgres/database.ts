import { MikroORM as PgliteORM } from '@mikro-orm/pglite';
import { MikroORM as PostgresORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { setTimeout as after } from 'node:timers/promises';
import { Pool } from 'pg';
import { Listings20261121000000 } from '../../../migrations/20261121000000-listings.ts';
import { Accounts20261121000100 } from '../../../migrations/20261121000100-accounts.ts';
import { ReadModel20261121000200 } from '../../../migrations/20261121000200-read-model.ts';
import { Operations20261121000300 } from '../../../migrations/20261121000300-operations.ts';
import { Wallets20261121000400 } from '../../../migrations/20261121000400-wallets.ts';
import { Providers20261121000500 } from '../../../migrations/20261121000500-providers.ts';
import { ServiceClientRevocation20261121000600 } from '../../../migrations/20261121000600-service-client-revocation.ts';
import { ProviderOperations20261121000700 } from '../../../migrations/20261121000700-provider-operations.ts';
import { ProviderSigners20261121000800 } from '../../../migrations/20261121000800-provider-signers.ts';
import { Provisions20261121000900 } from '../../../migrations/20261121000900-provisions.ts';
import { PassportContacts20261121001000 } from '../../../migrations/20261121001000-passport-contacts.ts';
import { Webhooks20261121001100 } from '../../../migrations/20261121001100-webhooks.ts';
import { PrizeDeliveryChecks20261121001200 } from '../../../migrations/20261121001200-prize-delivery-checks.ts';
import { RoundTextOrder20261121001300 } from '../../../migrations/20261121001300-round-text-order.ts';
import { RoundClaims20261122000700 } from '../../../migrations/20261122000700-round-claims.ts';
import { LiveApiKeys20261122000900 } from '../../../migrations/20261122000900-live-api-keys.ts';
import { AuditByMonth20261122000500 } from '../../../migrations/20261122000500-audit-by-month.ts';
import { Retention20261122000501 } from '../../../migrations/20261122000501-retention.ts';
import { DomainError } from '../../core/errors.ts';
import { lockDirectory } from '../../runtime/lock-directory.ts';
import { ENTITIES } from './entities.ts';
import { createPgliteExecute, createPoolExecute, type Execute } from './execute.ts';
import { SERVER_LIMITS } from './open-sql.ts';
import { createPgliteSql, createPoolSql, type Sql, type TransactionalSql } from './sql.ts';

const MIGRATIONS = [
  Listings20261121000000,
  Accounts20261121000100,
  ReadModel20261121000200,
  Operations20261121000300,
  Wallets20261121000400,
  Providers20261121000500,
  ServiceClientRevocation20261121000600,
  ProviderOperations20261121000700,
  ProviderSigners20261121000800,
  Provisions20261121000900,
  PassportContacts20261121001000,
  Webhooks20261121001100,
  PrizeDeliveryChecks20261121001200,
  RoundTextOrder20261121001300,
  AuditByMonth20261122000500,
  Retention20261122000501,
  RoundClaims20261122000700,
  LiveApiKeys20261122000900,
];
const MIGRATION_LOCK = 7_305_118_204;
const POOL_SIZE = 8;

/** An open, migrated database. */
export interface Database {
  /** Fresh work with the ORM. */
  em(): SqlEntityManager;
  /** Hot statements that write, or whose best plan depends on their values. */
  readonly sql: TransactionalSql;
  /** Hot reads: one generic plan a statement, on a replica when one is configured. */
  readonly readSql: Sql;
  /** For libraries that bring their own statements. */
  readonly execute: Execute;
  /** Whether it answers within a second. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL URL; without it the embedded database runs. */
  readonly url: string | undefined;
  /** A PostgreSQL URL for hot reads; without it `url` serves them too. */
  readonly readUrl: string | undefined;
  /** Where the embedded database keeps its files. */
  readonly directory: string;
  readonly warn: (message: string) => void;
  /** What the ORM tells of its work. */
  readonly note: (message: string) => void;
}

/** Opens PostgreSQL, or the embedded database, and brings it up to date. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === undefined ? openEmbedded(options) : openServer(options, options.url);
}

const shared = {
  entities: ENTITIES,
  extensions: [Migrator],
  forceUtcTimezone: true,
  colors: false,
  migrations: { migrationsList: MIGRATIONS, tableName: 'migration', snapshot: false },
};

async function openEmbedded({ directory, note }: DatabaseOptions): Promise<Database> {
  // Two processes on one folder would destroy it.
  const unlock = await lockDirectory(directory, `${directory}.lock.sqlite`);
  let orm: PgliteORM | undefined;
  const close = async () => {
    await orm?.close(true);
    unlock();
  };
  try {
    const opened = (orm = await PgliteORM.init({ ...shared, dbName: directory, logger: note }));
    await opened.migrator.up();
    const pglite = await opened.em.getConnection().getNativeClient();
    const sql = createPgliteSql(pglite);
    return {
      em: () => opened.em.fork(),
      sql,
      readSql: sql,
      execute: createPgliteExecute(pglite),
      isReachable: () => isReachable(sql),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServer({ readUrl, warn, note }: DatabaseOptions, url: string): Promise<Database> {
  const limits = { ...SERVER_LIMITS, max: POOL_SIZE };
  const orm = await PostgresORM.init({
    ...shared,
    clientUrl: url,
    logger: note,
    driverOptions: { ...limits, options: '-c TimeZone=UTC' },
  });
  await migrateOnce(orm, url);
  const pool = await orm.em.getConnection().getNativeClient();
  const sql = createPoolSql(pool);
  const readPool = new Pool({
    ...limits,
    connectionString: readUrl ?? url,
    options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan -c jit=off',
  });
  readPool.on('error', (error) => warn(`A read connection was lost: ${error.message}`));
  return {
    em: () => orm.em.fork(),
    sql,
    readSql: readUrl === undefined ? createPoolSql(readPool) : withFallback(createPoolSql(readPool), sql),
    execute: createPoolExecute(pool),
    isReachable: () => isReachable(sql),
    async close() {
      await readPool.end();
      await orm.close(true);
    },
  };
}

/** Many instances may start at once: an advisory lock lets one migrate while the others wait. */
async function migrateOnce(orm: PostgresORM, url: string): Promise<void> {
  const { connectionTimeoutMillis } = SERVER_LIMITS;
  const pool = new Pool({ connectionString: url, max: 1, connectionTimeoutMillis });
  // Its end does not wait for the server's goodbye: a connection that is lost on the way out harms nobody.
  pool.on('error', () => undefined);
  try {
    await pool.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await orm.migrator.up();
  } finally {
    await pool.end();
  }
}

const REACHABLE_WITHIN_MS = 1_000;

async function isReachable(sql: Sql): Promise<boolean> {
  const answered = sql.query({ name: 'ping', text: 'select 1' }, []).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, after(REACHABLE_WITHIN_MS, false, { ref: false })]);
}

/** Reads from a replica, and from the primary while the replica is out of reach. */
function withFallback(replica: Sql, primary: Sql): Sql {
  return {
    query: (statement, values) =>
      replica.query(statement, values).catch((error: unknown) => {
        if (error instanceof DomainError) return primary.query(statement, values);
        throw error;
      }),
  };
}
