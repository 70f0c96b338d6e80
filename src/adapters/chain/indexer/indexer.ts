import { setTimeout as after } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { HubContracts } from '../../../core/chain/hubs.ts';
import { singleFlight } from '../../../runtime/concurrency/single-flight.ts';
import { noThrottle, type Throttle } from '../../../runtime/concurrency/throttle.ts';
import type { ChainHead, IndexedHub, ProjectedStep, Projection } from '../../ports/projection.ts';
import { requireChain } from '../rpc/require-chain.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createChainReader } from './chain-reader.ts';
import { createLogDecoder } from './log-decoder.ts';
import { createPace, type Pace } from './pace.ts';
import { watchNode } from './sync/node-watch.ts';
import { createSyncPass, type SyncPassOptions } from './sync/sync-pass.ts';
import { createSync, type IndexerState, type Progress } from './sync/sync.ts';

/** A change of the read model. */
export interface Advance {
  /** All blocks below this one are in the read model. */
  readonly nextBlock: number;
  readonly head: ChainHead | undefined;
}

export interface IndexerOptions extends Partial<Omit<SyncPassOptions, 'startBlock' | 'warn'>> {
  readonly source: { readonly chainId: number; readonly hubs: readonly (IndexedHub & HubContracts)[] };
  readonly rpc: Rpc;
  readonly projection: Projection;
  /** None by default. */
  readonly throttle?: Throttle;
  /** The interval of polling for new blocks while one is likely; a quarter of the block time is recommended. */
  readonly pollMs?: number;
  /** The id of this instance. Fixed if there is only one instance, so that it need not wait for its own lease to expire. */
  readonly writer?: string;
  readonly leaseMs?: number;
  readonly warn: (message: string, error: unknown) => void;
  /** Called after each step of this instance, and after each sync. */
  readonly progress?: (progress: Progress) => void;
  /** Called after each sync with whether the node serves another chain than the one that was read. */
  readonly noteOther?: (isOther: boolean) => void;
}

export interface Indexer {
  /** Follows the chain until it is stopped. */
  start(): void;
  /** Stops after the current step, and releases the lease for other instances. */
  stop(): Promise<void>;
  /** Projects up to the node's current head, or reads the progress of the projecting instance. Starts after the call. */
  once(): Promise<IndexerState>;
  /** Looks for a new block now. */
  poke(): void;
  /** The chain's time now, in seconds since the epoch; undefined unless its blocks come at regular intervals. */
  chainTime(): number | undefined;
  /** Calls the listener after every step of this instance, and after those that others made; the returned function ends it. */
  on(event: 'advanced', listener: (advance: Advance) => void): () => void;
}

const DEFAULTS = {
  confirmations: 5,
  finalityDepth: 64,
  soleNode: false,
  eventsPerStep: 2_000,
  pollMs: 250,
  leaseMs: 15_000,
};
const MAX_PAUSE_MS = 15_000;

/** Projects the contracts' events into the read model. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { projection, warn, writer = randomUUID(), pollMs = DEFAULTS.pollMs } = options;
  const pace = createPace({ pollMs, now: () => performance.now() });
  const announcements = createAnnouncements(pace, warn);
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const node = openNode(options);
  const syncs = singleFlight(openSync(options, writer, node, announcements.announce, isStopping));
  let waking: AbortController | undefined;
  let loop: Promise<void> | undefined;

  return {
    start() {
      loop ??= follow();
    },
    async stop() {
      stopping.abort();
      await loop;
      await syncs.idle();
      await projection.release(writer).catch(() => undefined);
    },
    once: syncs.run,
    poke: () => waking?.abort(),
    chainTime: node.watch.chainTime,
    on: announcements.on,
  };

  async function follow(): Promise<void> {
    let failures = 0;
    while (!isStopping()) {
      try {
        await syncs.run();
        failures = 0;
      } catch (error) {
        failures += 1;
        warn('The chain could not be read or projected and is retried.', error);
      }
      const backoff = Math.min(pollMs * 2 ** Math.min(failures, 16), Math.max(pollMs, MAX_PAUSE_MS));
      waking = new AbortController();
      const signal = AbortSignal.any([stopping.signal, waking.signal]);
      await after(failures > 0 ? backoff : pace.pause(), undefined, { signal }).catch(() => undefined);
    }
  }
}

type Announce = (step: ProjectedStep, head: ChainHead | undefined) => void;

/** The node, and how its logs are read. */
function openNode({ source, rpc, soleNode = DEFAULTS.soleNode }: IndexerOptions) {
  const decoder = createLogDecoder(source.hubs);
  // Each pass compares the stored blocks itself.
  const checked = soleNode ? rpc : requireChain(rpc, source);
  // The clock of a chain in this installation is ours, or was set on purpose.
  const watch = watchNode(rpc, createChainReader(checked, decoder.filter), { tellsTime: !soleNode });
  return { decoder, watch };
}

function openSync(
  options: IndexerOptions,
  writer: string,
  { decoder, watch: node }: ReturnType<typeof openNode>,
  announce: Announce,
  isStopping: () => boolean,
): () => Promise<IndexerState> {
  const { source, projection, warn, throttle = noThrottle } = options;
  const { progress = () => undefined, noteOther = () => undefined } = options;
  const { leaseMs, ...passOptions } = { ...DEFAULTS, ...options };
  const startBlock = Math.min(...source.hubs.map((hub) => hub.startBlock));
  const pass = createSyncPass(
    projection,
    { reader: node.reader, decoder },
    { ...passOptions, warn, startBlock },
  );
  return createSync({
    projection,
    source,
    node,
    pass,
    writer,
    leaseMs,
    throttle,
    warn,
    progress,
    noteOther,
    announce,
    isStopping,
  });
}

/** The listeners, which hear of each version of the cursor once. */
function createAnnouncements(
  pace: Pace,
  warn: IndexerOptions['warn'],
): Pick<Indexer, 'on'> & { announce: Announce } {
  const listeners = new Set<(advance: Advance) => void>();
  let announced: number | undefined;
  return {
    on(_event, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce({ version, nextBlock }, head) {
      if (version === announced) return;
      announced = version;
      pace.noteNews();
      for (const listener of listeners) {
        try {
          listener({ nextBlock, head });
        } catch (error) {
          warn('A listener of the indexer failed.', error);
        }
      }
    },
  };
}
