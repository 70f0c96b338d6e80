import type { ChainBlock } from '../../ports/projection.ts';

/** The clock of a chain, which its blocks tell, and how far this process's clock is ahead of it. */
export interface ChainClock {
  /** The node's newest block, as often as it is read. */
  note(block: Pick<ChainBlock, 'hash' | 'timestamp'>): void;
  /** Seconds, negative when the chain is ahead; undefined unless blocks come at regular intervals. */
  ahead(): number | undefined;
  /** The chain's time now, in seconds since the epoch, whatever this process's clock says; undefined as above. */
  time(): number | undefined;
}

interface ChainClockOptions {
  /** The clock to compare, in milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock, in milliseconds. */
  readonly elapsed: () => number;
}

interface Arrival {
  readonly timestamp: number;
  readonly elapsed: number;
  /** The least difference that explains the time of the block: it arrived after the look before. */
  readonly ahead: number;
}

const REMEMBERED = 6;
/** By which the time between two blocks and that between their arrivals may differ, in seconds. */
const TOLERANCE = 5;
/** Between blocks that are seen one after the other some may be missing: up to so many times the smallest gap, and seconds. */
const LARGEST_GAP = { times: 3, seconds: 10 };

/**
 * Compares the times of new blocks with the time at which they are seen. A block that is seen late says little: of the last ones
 * the least difference counts. A chain that makes blocks on demand, or whose clock is set, says nothing.
 */
export function createChainClock({ now, elapsed }: ChainClockOptions): ChainClock {
  let arrivals: readonly Arrival[] = [];
  let seen: { readonly hash: string; readonly at: number } | undefined;
  const isTold = () => arrivals.length >= REMEMBERED && isRegular(arrivals);
  return {
    note({ hash, timestamp }) {
      const at = elapsed();
      if (seen !== undefined && seen.hash !== hash) {
        const age = now() / 1_000 - timestamp;
        const ahead = age < 0 ? age : Math.max(0, age - (at - seen.at) / 1_000);
        arrivals = [...arrivals, { timestamp, elapsed: at / 1_000, ahead }].slice(-REMEMBERED);
      }
      seen = { hash, at };
    },
    ahead() {
      if (!isTold()) return undefined;
      return arrivals
        .map(({ ahead }) => ahead)
        .reduce((one, other) => (Math.abs(other) < Math.abs(one) ? other : one));
    },
    time() {
      if (!isTold()) return undefined;
      // Of the block that was seen soonest.
      return Math.max(...arrivals.map((each) => each.timestamp - each.elapsed)) + elapsed() / 1_000;
    },
  };
}

function isRegular(arrivals: readonly Arrival[]): boolean {
  const gaps = arrivals.slice(1).map(({ timestamp, elapsed }, index) => {
    const before = arrivals[index] ?? { timestamp, elapsed };
    return { made: timestamp - before.timestamp, arrived: elapsed - before.elapsed };
  });
  const made = gaps.map((gap) => gap.made);
  return (
    Math.min(...made) > 0 &&
    Math.max(...made) <= Math.min(...made) * LARGEST_GAP.times + LARGEST_GAP.seconds &&
    gaps.every((gap) => Math.abs(gap.made - gap.arrived) < TOLERANCE)
  );
}
