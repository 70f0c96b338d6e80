import { startLoop } from '../../../runtime/loop.ts';
import type { Sql, Statement } from '../connection/sql.ts';

/** How far a replica is behind its primary. */
export interface ReplicaLag {
  /** Seconds; null while it is unknown, and of a replica whose position cannot be read. */
  seconds(): number | null;
  /** Whether the replica did not answer the last time. */
  isDown(): boolean;
  /** Whether the replica is too far behind to answer public reads. */
  isBehind(): boolean;
  close(): Promise<void>;
}

/** A position of the primary, and when it had it. */
interface Mark {
  readonly position: bigint;
  readonly at: number;
}

interface ReplicaLagOptions {
  readonly replica: Sql;
  readonly primary: Sql;
  readonly warn: (message: string) => void;
  readonly times?: LagTimes;
}

interface LagTimes {
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** With a greater lag, in seconds, the replica is not read. */
  readonly behind: number;
  /** A replica that was behind is read again below this lag. */
  readonly abreast: number;
}

const TIMES: LagTimes = { everyMs: 10_000, behind: 30, abreast: 15 };
const MAX_MARKS = 360;

const WRITTEN: Statement = { name: 'written-position', text: 'select pg_current_wal_lsn()' };
const REPLAYED: Statement = { name: 'replayed-position', text: 'select pg_last_wal_replay_lsn()' };

/**
 * Compares positions in the write-ahead log, not times of transactions: a primary without writes is not a lag. The lag counts
 * from the newest position that the primary had and the replica has reached.
 */
export function watchReplicaLag({ replica, primary, warn, times = TIMES }: ReplicaLagOptions): ReplicaLag {
  let marks: Mark[] = [];
  let reachedAt: number | undefined;
  let isDown = false;
  let isBehind = false;

  const seconds = () => (reachedAt === undefined ? null : (performance.now() - reachedAt) / 1_000);

  async function look(): Promise<void> {
    const at = performance.now();
    // A primary that does not answer moves the reads nowhere.
    const position = await primary.query(WRITTEN, []).then(toPosition, () => undefined);
    if (position !== undefined) marks.push({ position, at });
    if (marks.length > MAX_MARKS) marks.splice(1, 1);
    let replayed: bigint | undefined;
    try {
      replayed = toPosition(await replica.query(REPLAYED, []));
      isDown = false;
    } catch {
      isDown = true;
      return;
    }
    // It is no physical replica.
    if (replayed === undefined) return forget();
    const reached = marks.findLast((mark) => mark.position <= replayed);
    // Until the first position is reached, the lag counts from the first look.
    reachedAt = reached?.at ?? reachedAt ?? marks[0]?.at;
    marks = marks.filter((mark) => mark.position > replayed);
    decideState();
  }

  function forget(): void {
    marks = [];
    reachedAt = undefined;
    isBehind = false;
  }

  function decideState(): void {
    const lag = seconds() ?? 0;
    if (lag > times.behind && !isBehind) {
      isBehind = true;
      warn(
        `Public reads go to the primary database, because the replica is ${Math.floor(lag)} seconds behind.`,
      );
    } else if (isBehind && lag < times.abreast) {
      isBehind = false;
      warn('The replica has caught up: public reads go to it again.');
    }
  }

  const loop = startLoop({ everyMs: times.everyMs }, look);
  return { seconds, isDown: () => isDown, isBehind: () => isBehind, close: loop.stop };
}

/** A position such as 16/B374D848; undefined for null. */
function toPosition([row]: readonly (readonly unknown[])[]): bigint | undefined {
  const [high, low] = typeof row?.[0] === 'string' ? row[0].split('/') : [];
  return high === undefined || low === undefined
    ? undefined
    : BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
}
