import type { ChainHead, ProjectedStep, Projection } from '../../../ports/projection.ts';
import type { Throttle } from '../../../../runtime/concurrency/throttle.ts';
import { OtherChain } from '../../rpc/other-chain.ts';
import { createAbreast } from '../abreast.ts';
import { ChainMoved } from '../block-batch.ts';
import { createLease } from './lease.ts';
import type { NodeWatch } from './node-watch.ts';
import type { SyncPass, SyncPassEnd } from './sync-pass.ts';

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
  /** The chain's time at this report, in seconds since the epoch; undefined likewise. */
  readonly chainTime: number | undefined;
}

/** The state of the indexer. */
export interface IndexerState {
  /** Whether this instance projects; otherwise another one does. */
  readonly isWriter: boolean;
  readonly nextBlock: number;
  readonly head: ChainHead | undefined;
}

interface SyncParts {
  readonly projection: Projection;
  readonly source: Parameters<Projection['open']>[1];
  readonly node: NodeWatch;
  readonly pass: SyncPass;
  readonly writer: string;
  readonly leaseMs: number;
  readonly throttle: Throttle;
  readonly warn: (message: string, error: unknown) => void;
  readonly progress: (progress: Progress) => void;
  readonly noteOther: (isOther: boolean) => void;
  /** Announces a step, unless it was announced already. */
  readonly announce: (step: ProjectedStep, head: ChainHead | undefined) => void;
  readonly isStopping: () => boolean;
}

const ATTEMPTS_WHILE_MOVING = 5;

/** Projects up to the node's head, or reads the progress of the instance that does. */
export function createSync(parts: SyncParts): () => Promise<IndexerState> {
  const { projection, node, writer, leaseMs, noteOther, announce } = parts;
  const lease = createLease(projection, { writer, leaseMs, broken: () => void (complete = undefined) });
  const abreast = createAbreast(() => performance.now());
  let opened = false;
  /** The state while the read model has everything up to this block, which no other instance can change until the lease ends. */
  let complete: { readonly hash: string; readonly state: IndexerState } | undefined;

  return async () => {
    try {
      if (!opened) await open(parts);
      opened = true;
      if (!(await lease.claim())) return await followOther();
      if (complete && (await node.newest())?.hash === complete.hash) return noteComplete(complete.state);
      return await projectAll();
    } catch (error) {
      if (error instanceof OtherChain) {
        noteOther(true);
        // For an instance whose node serves the right chain.
        await projection.release(writer);
      }
      // After any error: the cursor may be gone, or another instance may project.
      opened = false;
      lease.forget();
      complete = undefined;
      throw error;
    }
  };

  /** The hash of the newest block also proves the chain. */
  function noteComplete(state: IndexerState): IndexerState {
    lease.noteCaughtUp(performance.now());
    noteProgress(parts, state.head?.number, state.nextBlock, 0);
    return state;
  }

  async function projectAll(): Promise<IndexerState> {
    complete = undefined;
    const isCaughtUp = (await project(parts, lease)) === 'caught-up';
    const { version, nextBlock, head } = await projection.cursor();
    noteProgress(parts, head?.number, nextBlock, isCaughtUp ? 0 : undefined);
    announce({ version, nextBlock }, head);
    noteOther(false);
    const state = { isWriter: true, nextBlock, head };
    const hash = node.hashOfHead();
    if (isCaughtUp && hash !== undefined) complete = { hash, state };
    return state;
  }

  async function followOther(): Promise<IndexerState> {
    complete = undefined;
    const at = performance.now();
    // That the node does not answer is no failure while another instance projects.
    const newest = await node.newest().catch(() => undefined);
    const { version, nextBlock, head, caughtUpMsAgo: reported } = await projection.cursor();
    // What the projecting instance reported counts for as long as its lease.
    const isRecent = reported !== undefined && reported >= 0 && reported < leaseMs;
    const seen = newest && { number: newest.number, at };
    const msAgo = seen ? abreast.msAgo(seen, nextBlock) : isRecent ? reported : undefined;
    noteProgress(parts, newest?.number ?? head?.number, nextBlock, msAgo);
    announce({ version, nextBlock }, head);
    return { isWriter: false, nextBlock, head };
  }
}

async function open({ node, projection, source, writer, warn }: SyncParts): Promise<void> {
  // Throws OtherChain, before anything that other contracts left is erased.
  await node.reader.head(undefined);
  const replaced = await projection.open(writer, source);
  if (replaced !== undefined)
    warn(
      `The configuration names other contracts than those of ${replaced}: all events are read again.`,
      undefined,
    );
}

async function project(parts: SyncParts, lease: ReturnType<typeof createLease>): Promise<SyncPassEnd> {
  const { pass, writer, announce, throttle, isStopping } = parts;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const started = performance.now();
      let began = started;
      const end = await pass.run(writer, async (step, head) => {
        noteProgress(parts, head.number, step.nextBlock, undefined);
        announce(step, head);
        await throttle.rest(performance.now() - began);
        began = performance.now();
        return !isStopping() && lease.claim();
      });
      if (end === 'caught-up') lease.noteCaughtUp(started);
      if (end === 'ended') lease.forget();
      return end;
    } catch (error) {
      if (!(error instanceof ChainMoved) || attempt === ATTEMPTS_WHILE_MOVING) throw error;
    }
  }
}

function noteProgress(
  { progress, node }: SyncParts,
  head: number | undefined,
  nextBlock: number,
  abreastMsAgo: number | undefined,
): void {
  if (head === undefined) return;
  const [clockAhead, chainTime] = [node.clockAhead(), node.chainTime()];
  progress({ head, nextBlock, abreastMsAgo, clockAhead, chainTime });
}
