import { readEviction } from '../../adapters/cache/redis.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { probeWrites } from '../../adapters/postgres/health/write-probe.ts';
import { readUsedKeys } from '../../adapters/postgres/health/used-keys.ts';
import { readBackupAge } from '../../adapters/postgres/health/verified-backups.ts';
import { readWaitingOperations } from '../../adapters/postgres/health/waiting-operations.ts';
import { isDiskFull } from '../../core/disk-full.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { PartHealth } from '../../core/status/service-health.ts';
import { DiskFull, requireRoom } from '../../runtime/disk.ts';
import type { Storage } from '../open-storage.ts';
import { DOWN, OFF, OK, toLag } from './part-health.ts';
import type { SharedSettings } from './shared-settings.ts';
import { watchPart } from './watch-part.ts';

/** Each probe writes, so there are few. */
const WRITABLE_FRESH_MS = 10_000;
/** Less than the second that the database has for both checks. */
const WRITABLE_WAIT_MS = 500;
/** From acceptance to a block it takes a few blocks, of chains with slow blocks too. */
const WAITING_SECONDS = 60;
/** Two days: one backup a day may be missed. */
const BACKUP_SECONDS = 172_800;

/** Whether the database answers, and whether it stores what it is sent; `directory` is that of an embedded one. */
export function watchDatabase(
  { isReachable, sql }: Pick<Database, 'isReachable' | 'sql'>,
  directory: string | undefined,
  warn: (message: string) => void,
): () => Promise<PartHealth> {
  const readWrites = watchPart(
    {
      check: () => checkWrites(sql, directory, warn),
      freshMs: WRITABLE_FRESH_MS,
      isPatient: true,
      maxWaitMs: WRITABLE_WAIT_MS,
    },
    () => performance.now(),
  );
  return async () => {
    if (!(await isReachable())) return DOWN;
    const health = await readWrites();
    // A first write that takes long, on a busy machine, has shown no fault yet: it succeeds or fails within seconds.
    return health.reason === undefined ? OK : health;
  };
}

/** A folder that only the database may write to is no fault. */
async function checkWrites(
  sql: Database['sql'],
  directory: string | undefined,
  warn: (message: string) => void,
): Promise<PartHealth> {
  try {
    if (directory !== undefined) await requireRoom(directory);
  } catch (error) {
    if (error instanceof DiskFull) {
      warn(error.message);
      return toFault(error);
    }
  }
  return probeWrites(sql).then(() => OK, toFault);
}

/** The health of a part that cannot store anything. */
export function toFault(error: unknown): PartHealth {
  const isFull = error instanceof DiskFull || isDiskFull(error);
  return { ...DOWN, reason: isFull ? 'DISK_FULL' : 'NOT_WRITABLE' };
}

/** A Redis that may delete counters works, but its clients can get new allowances. */
export async function checkCache({
  redis,
  counters,
}: Pick<Storage, 'redis' | 'counters'>): Promise<PartHealth> {
  await redis?.ping();
  const policy = counters && (await readEviction(counters));
  return policy === undefined ? OK : { state: 'LATE', lagSeconds: null, reason: 'COUNTERS_EVICTABLE' };
}

/** A replica that is LATE or DOWN is not read: the primary answers. */
export async function checkReplica(replica: NonNullable<Database['replica']>): Promise<PartHealth> {
  if (replica.isDown()) return DOWN;
  const seconds = replica.seconds();
  return seconds === null ? OK : toLag(seconds);
}

/** The operations without a block: the oldest counts, and its reason is shown. */
export async function checkOperations({ sql }: Pick<Database, 'sql'>): Promise<PartHealth> {
  const waiting = await readWaitingOperations(sql);
  const [oldest] = waiting.toSorted((one, other) => other.oldest - one.oldest);
  if (oldest === undefined) return { ...OK, lagSeconds: 0 };
  const health = toLag(oldest.oldest, WAITING_SECONDS);
  return health.state === 'LATE' ? { ...health, reason: oldest.reason } : health;
}

/** The newest verified backup; before the first, the operator may back up by other means. */
export async function checkBackup({ sql }: Pick<Database, 'sql'>): Promise<PartHealth> {
  const age = await readBackupAge(sql);
  if (age === undefined) return OFF;
  const health = toLag(age, BACKUP_SECONDS);
  return health.state === 'OK' ? health : { ...health, reason: 'BACKUP_OLD' };
}

/** Whether this instance has the key-encryption keys of all wallets and webhooks, and accepts the secrets of the other instances. */
export async function checkUsedKeys(
  { sql }: Pick<Database, 'sql'>,
  { knows }: Pick<KeyEncryption, 'knows'>,
  { findDifferences }: Pick<SharedSettings, 'findDifferences'>,
): Promise<PartHealth> {
  const used = await readUsedKeys(sql);
  if (!used.every(knows)) return { ...DOWN, reason: 'KEY_MISSING' };
  const { secrets } = await findDifferences();
  return secrets.length === 0 ? OK : { state: 'LATE', lagSeconds: null, reason: 'OTHER_SECRETS' };
}
