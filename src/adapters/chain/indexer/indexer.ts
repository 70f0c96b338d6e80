import { setTimeout as after } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { ChainHead, ChainSource, ProjectedStep, Projection } from '../../ports/projection.ts';
import { fullPace, type Pace } from '../../../runtime/throttle.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { createChainReader } from './chain-reader.ts';
import { createLogDecoder } from './log-decoder.ts';
import { oneAtATime } from '../../../runtime/single-flight.ts';
import { createPass, type PassEnd, type PassOptions } from './sync-pass.ts';
import { ChainMoved } from './block-batch.ts';

/** The read model moved on. */
export interface Advance {
  /** Giveaways and passports that changed; undefined when there are too many to name. */
  readonly giveawayIds: readonly string[] | undefined;
  readonly passportIds: readonly string[] | undefined;
  /** Everything below this block is in the read model. */
  readonly nextBlock: number;
  readonly head: ChainHead | undefined;
}

/** Where the indexer is. */
export interface IndexerState {
  /** Whether this instance projects; another one does otherwise. */
  readonly isWriter: boolean;
  readonly nextBlock: number;
  readonly head: ChainHead | undefined;
}

export interface IndexerOptions extends Partial<Omit<PassOptions, 'startBlock'>> {
  readonly source: ChainSource & { readonly passport: string };
  readonly rpc: Rpc;
  readonly projection: Projection;
  /** Full without one. */
  readonly pace?: Pace;
  /** How often to ask for a new block; a quarter of the block time is well. */
  readonly pollMs?: number;
  /** Names this instance; a fixed name where there is only one, so that it need not wait for its own lease. */
  readonly writer?: string;
  readonly leaseMs?: number;
  readonly warn: (message: string, error: unknown) => void;
  /** Hears each time that the read model was found, or brought, up to the head that the node had just then. */
  readonly caughtUp?: () => void;
}

export interface Indexer {
  /** Follows the chain until stopped. */
  start(): void;
  /** Ends after the step that is under way, and lets another instance project. */
  stop(): Promise<void>;
  /** Projects up to the present head, or learns what the projecting instance did; starts after the call. */
  once(): Promise<IndexerState>;
  /** Calls the listener after every step, of this instance or another; the answer ends it. */
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
const LONGEST_PAUSE_MS = 15_000;
const ATTEMPTS_WHILE_MOVING = 5;

/** Keeps the read model in step with the contracts' events. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { source, rpc, projection, warn, pace = fullPace, writer = randomUUID() } = options;
  const { pollMs, leaseMs, ...passOptions } = { ...DEFAULTS, ...options };
  const decoder = createLogDecoder(source);
  const reader = createChainReader(rpc, decoder.filter);
  const pass = createPass(projection, { reader, decoder }, { ...passOptions, startBlock: source.startBlock });
  const listeners = new Set<(advance: Advance) => void>();
  const stopping = new AbortController();
  let opened = false;
  let claimedUntil = 0;
  /** When the node was asked last for a head up to which all is projected now. */
  let abreastAt: number | undefined;
  let seenVersion: number | undefined;
  let loop: Promise<void> | undefined;
  const turns = oneAtATime(takeTurn);

  return {
    start() {
      loop ??= follow();
    },
    async stop() {
      stopping.abort();
      await loop;
      await turns.idle();
      await projection.release(writer).catch(() => undefined);
    },
    once: turns.run,
    on(_event, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  async function follow(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await turns.run();
        failures = 0;
      } catch (error) {
        failures += 1;
        warn('The chain could not be read or projected; it is tried again.', error);
      }
      const pause = Math.min(pollMs * 2 ** Math.min(failures, 16), Math.max(pollMs, LONGEST_PAUSE_MS));
      await after(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function takeTurn(): Promise<IndexerState> {
    try {
      if (!opened) await open();
      const isWriter = await claim();
      await tellForeignSteps();
      if (!isWriter || (await project()) === 'abreast') options.caughtUp?.();
      const { nextBlock, head } = await projection.cursor();
      return { isWriter, nextBlock, head };
    } catch (error) {
      // Whatever it was: the cursor may be gone, or another instance may be writing.
      opened = false;
      claimedUntil = 0;
      throw error;
    }
  }

  async function open(): Promise<void> {
    const chainId = await reader.chainId();
    if (chainId !== source.chainId)
      throw new Error(`The node serves chain ${chainId}, not ${source.chainId}.`);
    await projection.open(writer, source);
    opened = true;
  }

  async function claim(): Promise<boolean> {
    const now = performance.now();
    if (claimedUntil - now > leaseMs / 2) return true;
    const claimed = await projection.claim(writer, leaseMs, abreastAt && now - abreastAt);
    claimedUntil = claimed ? now + leaseMs : 0;
    return claimed;
  }

  async function project(): Promise<PassEnd> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const asked = performance.now();
        let began = asked;
        const end = await pass.run(writer, async (step, head) => {
          tell(step, head);
          await pace.rest(performance.now() - began);
          began = performance.now();
          return !stopping.signal.aborted && claim();
        });
        if (end === 'abreast') abreastAt = asked;
        if (end === 'ended') claimedUntil = 0;
        return end;
      } catch (error) {
        if (!(error instanceof ChainMoved) || attempt === ATTEMPTS_WHILE_MOVING) throw error;
      }
    }
  }

  /** What other instances projected since this one last looked. */
  async function tellForeignSteps(): Promise<void> {
    const { version, nextBlock, head } = await projection.cursor();
    const seen = seenVersion ?? version;
    seenVersion = version;
    if (seen === version) return;
    const steps = await projection.stepsAfter(seen);
    for (const step of steps ?? [{ version, nextBlock, giveawayIds: undefined, passportIds: undefined }])
      tell(step, head);
  }

  function tell(step: ProjectedStep, head: ChainHead | undefined): void {
    seenVersion = step.version;
    const { giveawayIds, passportIds, nextBlock } = step;
    for (const listener of listeners) {
      try {
        listener({ giveawayIds, passportIds, nextBlock, head });
      } catch (error) {
        warn('A listener of the indexer failed.', error);
      }
    }
  }
}
