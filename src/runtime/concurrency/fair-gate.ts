/** Runs one piece of work at a time, for users who share the time. */
export interface FairGate {
  run<Result>(user: string, work: () => Promise<Result>): Promise<Result>;
}

interface FairGateOptions {
  /** The time that the work of one user may take in `windowMs`, on average. */
  readonly ofUserMs: number;
  readonly windowMs: number;
  /** The length of the queue; work beyond it is refused at once. */
  readonly mostWaiting: number;
  /** Work that waited longer is refused when the next one starts. */
  readonly longestWaitMs: number;
  /** The error of work that waits for too long, or for which there is no room. */
  readonly refusal: () => Error;
  /** The error of work of a user who has used up its time, until this many milliseconds are over. */
  readonly refusalOfUser: (waitMs: number) => Error;
}

interface Waiting {
  readonly user: string;
  readonly since: number;
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

/** The time that a user has used, of which a part is forgotten as time goes on. */
interface Used {
  readonly ms: number;
  readonly at: number;
}

/**
 * Of the work that waits, that of the user starts first who has used the least time of late: who sends much, or what takes long,
 * delays nobody else for longer than one piece takes. Users who have used up their time are refused.
 */
export function createFairGate(options: FairGateOptions): FairGate {
  const { ofUserMs, windowMs, mostWaiting, longestWaitMs, refusal, refusalOfUser } = options;
  /** In the order of arrival. */
  let queue: Waiting[] = [];
  /** Users whose time is not forgotten yet. */
  const used = new Map<string, Used>();
  let isBusy = false;

  function usedBy(user: string, now = performance.now()): number {
    const { ms, at } = used.get(user) ?? { ms: 0, at: now };
    return Math.max(0, ms - ((now - at) * ofUserMs) / windowMs);
  }

  function enter(user: string): Promise<void> | undefined {
    requireTime(user);
    if (!isBusy) {
      isBusy = true;
      return undefined;
    }
    if (queue.length >= mostWaiting) throw refusal();
    return new Promise((start, reject) => queue.push({ user, since: performance.now(), start, reject }));
  }

  function requireTime(user: string): void {
    const exceededMs = usedBy(user) - ofUserMs;
    if (exceededMs > 0) throw refusalOfUser((exceededMs * windowMs) / ofUserMs);
  }

  function leave(user: string, tookMs: number): void {
    used.set(user, { ms: usedBy(user) + tookMs, at: performance.now() });
    for (const each of used.keys()) if (usedBy(each) === 0) used.delete(each);
    startNext();
  }

  function startNext(): void {
    const now = performance.now();
    const isLate = ({ since }: Waiting) => now - since > longestWaitMs;
    for (const { reject } of queue.filter(isLate)) reject(refusal());
    queue = queue.filter((each) => !isLate(each));
    const next = takeNext(now);
    isBusy = next !== undefined;
    next?.start();
  }

  /** The oldest work of the user who has used the least time. */
  function takeNext(now: number): Waiting | undefined {
    const [first] = queue
      .map((waiting) => ({ waiting, usedMs: usedBy(waiting.user, now) }))
      .toSorted((one, other) => one.usedMs - other.usedMs);
    queue = queue.filter((waiting) => waiting !== first?.waiting);
    return first?.waiting;
  }

  return {
    async run(user, work) {
      await enter(user);
      const began = performance.now();
      try {
        // What it has sent before may have used up its time meanwhile.
        requireTime(user);
        return await work();
      } finally {
        leave(user, performance.now() - began);
      }
    },
  };
}
