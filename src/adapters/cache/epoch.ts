import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';

/** The version of the feed that a response shows; every change advances it, on all instances that share Redis. */
export interface Epoch {
  current(): string;
  /** The epoch of a response that is begun now; undefined while replicas may still lag behind a change. */
  stamp(): string;
  /** Whether this instance hears of the changes of all others; false where there may be others without Redis. */
  hearsOthers(): boolean;
  advance(): void;
  close(): void;
}

/** Changes within this time advance the epoch once. */
const GATHER_MS = 50;
const KEY = 'giveaways:feed:epoch';
/** A subscriber only receives: without a regular ping it would not notice a silent server. */
const POLL_EVERY_MS = 5_000;

const UNSETTLED = 'unsettled';

interface EpochOptions {
  /** The greatest expected lag of replicas, in milliseconds: a read within this time after a change may miss it. */
  readonly settleMs: number;
  readonly now: () => number;
}

/** The epoch of a single process; `isOnly` when no other one changes the same database. */
export function createLocalEpoch(options: EpochOptions, isOnly = true): Epoch {
  let count = 0;
  const settling = createSettling(options);
  return {
    current: () => String(count),
    stamp: () => settling.stamp(String(count)),
    hearsOthers: () => isOnly,
    advance() {
      count += 1;
      settling.restart();
    },
    close: () => undefined,
  };
}

function createSettling({ settleMs, now }: EpochOptions) {
  let movedAt = Number.NEGATIVE_INFINITY;
  return {
    restart: () => (movedAt = now()),
    // A change in the future is of a clock that was set back since.
    stamp: (current: string) => (now() >= movedAt && now() - movedAt < settleMs ? UNSETTLED : current),
  };
}

/**
 * Raises the counter to at least ARGV[1], and with ARGV[2] above its own value; announces a new value in the same step, so that
 * announcements have its order. A counter that Redis lost, or restored from a backup, cannot be below what an instance has seen.
 */
const RAISE = `
  local stored = tonumber(redis.call('get', KEYS[1]) or '0') or 0
  local raised = math.max(stored + tonumber(ARGV[2]), tonumber(ARGV[1]))
  local text = string.format('%.0f', raised)
  if raised > stored then
    redis.call('set', KEYS[1], text)
    redis.call('publish', KEYS[1], text)
  end
  return text`;

/** The epoch that instances share by a counter and a channel in Redis; local while Redis is unreachable. It only rises. */
export function createSharedEpoch(
  redis: Redis,
  warn: (message: string) => void,
  options: EpochOptions,
): Epoch {
  const own = randomUUID();
  let counter = 0;
  // Changes that were not announced give responses an epoch that no other instance has.
  let alone = 0;
  let isUnannounced = false;
  let isSubscribed = false;
  let pending: NodeJS.Timeout | undefined;
  const settling = createSettling(options);
  const current = () => (isUnannounced ? `${own}-${alone}-${counter}` : String(counter));
  const follow = (announced: number) => {
    // Announcements have the order of the counter, so a lower one means that Redis lost it.
    if (announced < counter) return advance();
    if (announced === counter) return;
    counter = announced;
    settling.restart();
  };
  const raise = async (by: 0 | 1) => {
    // The time, so that a counter which everybody lost does not repeat values.
    const least = by === 0 ? counter : Math.max(counter + 1, options.now());
    follow(Number(await redis.eval(RAISE, 1, KEY, least, by)));
  };
  const subscriber = redis.duplicate();
  subscriber.on('error', () => undefined);
  const polling = setInterval(() => {
    // A failed ping shows as a lost connection.
    if (subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
  }, POLL_EVERY_MS).unref();
  subscriber.on('message', (_channel, message) => follow(Number(message)));
  // Catches up with announcements that were missed, and sends those that failed, while a connection was down.
  const catchUp = () => (isUnannounced ? publish() : raise(0));
  const cannotFollow = (error: unknown) => warn(`The feed's changes cannot be followed: ${String(error)}`);
  const catchUpWhenReady = () => {
    if (redis.status === 'ready') catchUp().catch(cannotFollow);
  };
  redis.on('ready', catchUpWhenReady);
  const begin = () => {
    isSubscribed = true;
    catchUpWhenReady();
  };
  subscriber.on('ready', () => void subscriber.subscribe(KEY).then(begin, cannotFollow));
  subscriber.on('close', () => (isSubscribed = false));

  async function publish(): Promise<void> {
    pending = undefined;
    try {
      await raise(1);
      isUnannounced = false;
    } catch (error) {
      isUnannounced = true;
      alone += 1;
      settling.restart();
      warn(`A change of the feed was not announced to other instances: ${String(error)}`);
    }
  }

  function advance(): void {
    pending ??= setTimeout(() => void publish(), GATHER_MS);
  }

  return {
    current,
    stamp: () => settling.stamp(current()),
    hearsOthers: () => isSubscribed,
    advance,
    close() {
      clearTimeout(pending);
      clearInterval(polling);
      subscriber.disconnect();
    },
  };
}
