import { LaneLost, type HeldLane } from '../../ports/lane-store.ts';
import type { RpcBlock } from '../rpc/block.ts';
import { readTip } from '../rpc/fees.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { SigningFailed } from './broadcast/signing-failed.ts';
import { createFailedLanes } from './failed-lanes.ts';
import { toFailureFacts } from './failure-facts.ts';
import { toHold } from './lane-holds.ts';
import type { OutboxContext } from './lane-state.ts';
import { startLane, type RunningLane } from './lane.ts';

/** The lanes that this instance works on. */
export interface RunningLanes {
  all(): readonly RunningLane[];
  get(signer: string): RunningLane | undefined;
  /** Whether no lane has urgent work. */
  isQuiet(): boolean;
  /** The same, and no lane is being started or left alone. */
  isAtRest(): boolean;
  /** Announces new operations of a lane. */
  wake(running: RunningLane): void;
  /** Renews the leases, and leaves lanes without work and those that have another owner. Resolves to whether a lane may be taken. */
  renew(): Promise<boolean>;
  /** Takes lanes with work that have no owner. */
  take(owner: string): Promise<void>;
  stop(): Promise<void>;
}

/** `onWork` is called when the next new block matters. */
export function createRunningLanes(context: OutboxContext, onWork: () => void): RunningLanes {
  const { settings, store, head, now, note } = context;
  const tip = createTip(context.rpc, head.current);
  const lanes = new Map<string, RunningLane>();
  const starting = new Map<string, HeldLane>();
  const failed = createFailedLanes(now);
  let stopped = false;
  const inBackground = (work: () => Promise<unknown>) => void reportFailure(context, work);
  const isQuiet = () => [...lanes.values()].every((running) => running.isQuiet());

  async function start(lane: HeldLane): Promise<void> {
    starting.set(lane.signer, lane);
    try {
      await prepare(context, lane);
      let running: RunningLane | undefined = undefined;
      const fail = (error: Error) => inBackground(async () => running && leave(running, error));
      running = await startLane(context, lane, tip, fail);
      lanes.set(lane.signer, running);
      onWork();
      failed.delete(lane.signer);
      if (stopped) await leave(running);
    } catch (error) {
      failed.add(lane.signer, error);
      // Stored so that the lane's operations show why they wait although no instance works on the lane.
      const hold = toHold(error);
      if (hold !== undefined && hold !== lane.hold) await store.hold(lane, hold);
      await store.release([lane]);
      throw error;
    } finally {
      starting.delete(lane.signer);
    }
  }

  async function leave(running: RunningLane, error?: Error): Promise<void> {
    const { signer } = running.lane;
    if (error instanceof SigningFailed) failed.add(signer, error);
    if (lanes.get(signer) === running) lanes.delete(signer);
    if (error !== undefined) note('lane-lost', { signer, message: error.message });
    await running.stop();
    await store.release([running.lane]);
  }

  function wake(running: RunningLane): void {
    running.poke();
    onWork();
  }

  return {
    all: () => [...lanes.values()],
    get: (signer) => lanes.get(signer),
    isQuiet,
    isAtRest: () => isQuiet() && starting.size === 0 && failed.isEmpty(),
    wake,
    async renew() {
      for (const running of lanes.values()) if (running.isIdle()) inBackground(() => leave(running));
      const held = [...lanes.values()];
      const leases = [...starting.values(), ...held.map(({ lane }) => lane)];
      if (leases.length === 0) return true;
      const { owned, mayTake } = await store.renew(leases, settings.leaseMs);
      for (const running of held) {
        const { signer } = running.lane;
        if (owned.get(signer) === true && running.isQuiet()) wake(running);
        if (!owned.has(signer)) inBackground(() => leave(running, new LaneLost(signer)));
      }
      return mayTake;
    },
    async take(owner) {
      const taken = await store.take(owner, settings.leaseMs, failed.backingOff());
      for (const { signer, fence } of taken) note('lane-taken', { signer, fence });
      for (const lane of taken) inBackground(() => start(lane));
    },
    async stop() {
      stopped = true;
      await Promise.all([...lanes.values()].map((running) => leave(running)));
    },
  };
}

/** Notes the failure of work that nobody waits for. */
export async function reportFailure(
  { note }: Pick<OutboxContext, 'note'>,
  work: () => Promise<unknown>,
): Promise<void> {
  await work().catch((error: unknown) => note('failure', toFailureFacts(error)));
}

/** Throws SigningFailed when this instance cannot sign for the lane. */
async function prepare({ head, gas, signer }: OutboxContext, lane: HeldLane): Promise<void> {
  if (head.current() === undefined) await head.poll();
  gas.setBlockLimit(head.current()?.gasLimit ?? 0);
  if (!(await signer.canSign(lane.signer))) throw new SigningFailed(lane.signer);
}

/** The priority fee, read once per block. */
function createTip(rpc: Rpc, head: () => RpcBlock | undefined): () => Promise<bigint> {
  let latest: { readonly at: string | undefined; readonly tip: Promise<bigint> } | undefined;
  return () => {
    const block = head();
    if (latest?.at === block?.hash && latest) return latest.tip;
    const tip = readTip(rpc, () => block?.baseFee ?? 0n).catch((error: unknown) => {
      latest = undefined;
      throw error;
    });
    latest = { at: block?.hash, tip };
    return tip;
  };
}
