import type { Redis } from 'ioredis';

/** Which state of the feed an answer shows; it moves on with every change, on all instances that share Redis. */
export interface Epoch {
  current(): string;
  /** The epoch that an answer begun now belongs to: none for sure while replicas may still lag behind a change. */
  stamp(): string;
  advance(): void;
  close(): void;
}

/** Changes that follow each other within this time move the epoch on once. */
const GATHER_MS = 50;
const KEY = 'giveaways:feed:epoch';
/** A subscriber only listens: without a question now and then it would not notice that nobody speaks any more. */
const ASK_EVERY_MS = 5_000;

const UNSETTLED = 'unsettled';

interface EpochOptions {
  /** How long after a change reads may still miss it, in milliseconds: the lag of replicas. */
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

/** The epoch that instances share by a counter and a channel; alone while Redis is out of reach. */
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
    // Its failure shows as a lost connection.
    if (subscriber.status === 'ready') subscriber.ping().catch(() => undefined);
  }, ASK_EVERY_MS).unref();
  subscriber.on('message', (_channel, message) => moveTo(message));
  // What was announced while either connection was down is caught up here, and what could not be announced then.
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
