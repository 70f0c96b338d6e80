import type { Redis } from 'ioredis';

/** The version of the feed that an answer shows; every change advances it, on all instances that share Redis. */
export interface Epoch {
  current(): string;
  /** The epoch of an answer that is begun now; undefined while replicas may still lag behind a change. */
  stamp(): string;
  advance(): void;
  close(): void;
}

/** Changes within this time advance the epoch once. */
const GATHER_MS = 50;
const KEY = 'giveaways:feed:epoch';
/** A subscriber only receives: without a regular ping it would not notice a silent server. */
const ASK_EVERY_MS = 5_000;

const UNSETTLED = 'unsettled';

interface EpochOptions {
  /** The greatest expected lag of replicas, in milliseconds: a read within this time after a change may miss it. */
  readonly settleMs: number;
  readonly now: () => number;
}

/** The epoch of a single process. */
export function createLocalEpoch(options: EpochOptions): Epoch {
  let count = 0;
  const settling = createSettling(options);
  return {
    current: () => String(count),
    stamp: () => settling.stamp(String(count)),
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
    stamp: (current: string) => (now() - movedAt < settleMs ? UNSETTLED : current),
  };
}

/** The epoch that instances share by a counter and a channel in Redis; local while Redis is unreachable. */
export function createSharedEpoch(
  redis: Redis,
  warn: (message: string) => void,
  options: EpochOptions,
): Epoch {
  let current = '0';
  let alone = 0;
  let isUnannounced = false;
  let pending: NodeJS.Timeout | undefined;
  const settling = createSettling(options);
  const moveTo = (epoch: string) => {
    current = epoch;
    settling.restart();
  };
  const subscriber = redis.duplicate();
  subscriber.on('error', () => undefined);
  const asking = setInterval(() => {
    // A failed ping shows as a lost connection.
    if (subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
  }, ASK_EVERY_MS).unref();
  subscriber.on('message', (_channel, message) => moveTo(message));
  // Catches up with announcements that were missed, and sends those that failed, while a connection was down.
  const catchUp = async () => {
    if (isUnannounced) await publish();
    else moveTo((await redis.get(KEY)) ?? '0');
  };
  const cannotFollow = (error: unknown) => warn(`The feed's changes cannot be followed: ${String(error)}`);
  const catchUpWhenReady = () => {
    if (redis.status === 'ready') catchUp().catch(cannotFollow);
  };
  redis.on('ready', catchUpWhenReady);
  subscriber.on('ready', () => void subscriber.subscribe(KEY).then(catchUpWhenReady, cannotFollow));

  const publish = async () => {
    pending = undefined;
    try {
      moveTo(String(await redis.incr(KEY)));
      isUnannounced = false;
      await redis.publish(KEY, current);
    } catch (error) {
      isUnannounced = true;
      moveTo(`alone-${(alone += 1)}`);
      warn(`A change of the feed was not announced to other instances: ${String(error)}`);
    }
  };
  return {
    current: () => current,
    stamp: () => settling.stamp(current),
    advance: () => (pending ??= setTimeout(() => void publish(), GATHER_MS)),
    close() {
      clearTimeout(pending);
      clearInterval(asking);
      subscriber.disconnect();
    },
  };
}
