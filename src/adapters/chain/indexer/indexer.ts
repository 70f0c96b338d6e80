import { setTimeout as after } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { HubContracts } from '../../../core/chain/hubs.ts';
import type { ChainHead, IndexedHub, ProjectedStep, Projection } from '../../ports/projection.ts';
import { noThrottle, type Throttle } from '../../../runtime/throttle.ts';
import { OtherChain } from '../rpc/other-chain.ts';
import { requireChain } from '../rpc/require-chain.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createAbreast, type SeenBlock } from './abreast.ts';
import { createChainClock } from './chain-clock.ts';
import { createChainReader, type ChainReader } from './chain-reader.ts';
import { createPace } from './pace.ts';
import { readBlock } from '../rpc/block.ts';
import { createLogDecoder } from './log-decoder.ts';
import { singleFlight } from '../../../runtime/single-flight.ts';
import { createSyncPass, type SyncPassEnd, type SyncPassOptions } from './sync-pass.ts';
import { ChainMoved } from './block-batch.ts';

/** A change of the read model. */
export interface Advance {
  /** All blocks below this one are in the read model. */
  readonly nextBlock: number;
  readonly head: ChainHead | undefined;
}

/** How far the read model is behind the node of this instance. */
export interface Progress {
  /** The number of the node's newest block; while it does not answer, the newest that the projecting instance saw. */
  readonly head: number;
  /** All blocks below this one are in the read model. */
  readonly nextBlock: number;
  /** Milliseconds since the read model had all that the node had; undefined while it is behind. */
  readonly abreastMsAgo: number | undefined;
  /** How far this process's clock is ahead of the chain's, in seconds; undefined where that cannot be told. */
  readonly clockAhead: number | undefined;
}

/** The state of the indexer. */
export interface IndexerState {
  /** Whether this instance projects; otherwise another one does. */
  readonly isWriter: boolean;
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
  /** Calls the listener after every step of this instance, and after those that others made; the answer ends it. */
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
const ATTEMPTS_WHILE_MOVING = 5;

/** Projects the contracts' events into the read model. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { source, projection, warn, throttle = noThrottle, writer = randomUUID() } = options;
  const { pollMs, leaseMs, ...syncPassOptions } = { ...DEFAULTS, ...options };
  const decoder = createLogDecoder(source.hubs);
  // Each pass compares the stored blocks itself.
  const rpc = syncPassOptions.soleNode ? options.rpc : requireChain(options.rpc, source);
  const nodeReader = createChainReader(rpc, decoder.filter);
  let newestHash: string | undefined;
  const abreast = createAbreast(() => performance.now());
  // The clock of a chain in this installation is ours, or was set on purpose.
  const chainClock = syncPassOptions.soleNode
    ? undefined
    : createChainClock({ now: Date.now, elapsed: () => performance.now() });
  const reader: ChainReader = {
    ...nodeReader,
    async head(number) {
      const head = await nodeReader.head(number);
      newestHash = head.latest.hash;
      chainClock?.note(head.latest);
      return head;
    },
  };
  const pace = createPace({ pollMs, now: () => performance.now() });
  const syncPass = createSyncPass(
    projection,
    { reader, decoder },
    { ...syncPassOptions, warn, startBlock: Math.min(...source.hubs.map(({ startBlock }) => startBlock)) },
  );
  const listeners = new Set<(advance: Advance) => void>();
  const stopping = new AbortController();
  let opened = false;
  let claimedUntil = 0;
  /** The state while the read model has everything up to this block, which no other instance can change until the lease ends. */
  let complete: { readonly hash: string; readonly state: IndexerState } | undefined;
  let waking: AbortController | undefined;
  /** The start of the last pass that reached the node's head. */
  let caughtUpAt: number | undefined;
  /** Of the cursor, as the listeners heard last. */
  let announcedVersion: number | undefined;
  let loop: Promise<void> | undefined;
  const syncs = singleFlight(sync);

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
    on(_event, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  async function follow(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
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

  async function sync(): Promise<IndexerState> {
    try {
      if (!opened) await open();
      const isWriter = await claim();
      if (isWriter && (await isComplete())) return noteComplete();
      complete = undefined;
      const isCaughtUp = isWriter && (await project()) === 'caught-up';
      const newest = isWriter ? undefined : await look();
      const { version, nextBlock, head, caughtUpMsAgo } = await projection.cursor();
      const told = newest ? abreast.msAgo(newest, nextBlock) : sinceLastReport(caughtUpMsAgo);
      const ownMsAgo = isCaughtUp ? 0 : undefined;
      noteProgress(newest?.number ?? head?.number, nextBlock, isWriter ? ownMsAgo : told);
      if (version !== announcedVersion) announce({ version, nextBlock }, head);
      if (isWriter) options.noteOther?.(false);
      const state = { isWriter, nextBlock, head };
      if (isCaughtUp && newestHash !== undefined) complete = { hash: newestHash, state };
      return state;
    } catch (error) {
      if (error instanceof OtherChain) {
        options.noteOther?.(true);
        // For an instance whose node serves the right chain.
        await projection.release(writer);
      }
      // After any error: the cursor may be gone, or another instance may project.
      opened = false;
      claimedUntil = 0;
      complete = undefined;
      throw error;
    }
  }

  /** Whether the node's newest block is still the one up to which everything is projected: its hash also proves the chain. */
  async function isComplete(): Promise<boolean> {
    if (complete === undefined) return false;
    const newest = await readBlock(options.rpc, 'latest');
    if (newest) chainClock?.note(newest);
    return newest?.hash === complete.hash;
  }

  /** The node's newest block while another instance projects; undefined when the node does not answer, which is no failure then. */
  async function look(): Promise<SeenBlock | undefined> {
    const at = performance.now();
    const newest = await readBlock(options.rpc, 'latest').catch(() => undefined);
    if (newest) chainClock?.note(newest);
    return newest && { number: newest.number, at };
  }

  /** What the projecting instance reported counts for as long as its lease. */
  function sinceLastReport(msAgo: number | undefined): number | undefined {
    return msAgo !== undefined && msAgo >= 0 && msAgo < leaseMs ? msAgo : undefined;
  }

  function noteProgress(head: number | undefined, nextBlock: number, abreastMsAgo: number | undefined): void {
    if (head === undefined) return;
    options.progress?.({ head, nextBlock, abreastMsAgo, clockAhead: chainClock?.ahead() });
  }

  function noteComplete(): IndexerState {
    if (complete === undefined) throw new Error('Nothing was projected yet.');
    caughtUpAt = performance.now();
    const { head, nextBlock } = complete.state;
    noteProgress(head?.number, nextBlock, 0);
    return complete.state;
  }

  async function open(): Promise<void> {
    // Throws OtherChain, before anything that other contracts left is erased.
    await reader.head(undefined);
    const replaced = await projection.open(writer, source);
    if (replaced !== undefined)
      warn(
        `The configuration names other contracts than those of ${replaced}: all events are read again.`,
        undefined,
      );
    opened = true;
  }

  async function claim(): Promise<boolean> {
    const now = performance.now();
    if (claimedUntil - now > leaseMs / 2) return true;
    const claimed = await projection.claim(writer, leaseMs, caughtUpAt && now - caughtUpAt);
    if (!claimed || now >= claimedUntil) complete = undefined;
    claimedUntil = claimed ? now + leaseMs : 0;
    return claimed;
  }

  async function project(): Promise<SyncPassEnd> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const started = performance.now();
        let began = started;
        const end = await syncPass.run(writer, async (step, head) => {
          noteProgress(head.number, step.nextBlock, undefined);
          announce(step, head);
          await throttle.rest(performance.now() - began);
          began = performance.now();
          return !stopping.signal.aborted && claim();
        });
        if (end === 'caught-up') caughtUpAt = started;
        if (end === 'ended') claimedUntil = 0;
        return end;
      } catch (error) {
        if (!(error instanceof ChainMoved) || attempt === ATTEMPTS_WHILE_MOVING) throw error;
      }
    }
  }

  function announce({ version, nextBlock }: ProjectedStep, head: ChainHead | undefined): void {
    announcedVersion = version;
    pace.noteNews();
    for (const listener of listeners) {
      try {
        listener({ nextBlock, head });
      } catch (error) {
        warn('A listener of the indexer failed.', error);
      }
    }
  }
}
