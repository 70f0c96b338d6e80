import type { HeldLane, LaneStore } from '../../ports/lane-store.ts';
import { LaneLost } from '../../ports/lane-store.ts';
import type { TransactionSigner } from '../../ports/transaction-signer.ts';
import { noThrottle, type Throttle } from '../../../runtime/throttle.ts';
import { RpcError, type Rpc } from '../rpc/rpc.ts';
import { createGasModel } from './submit/gas-model.ts';
import { createHeadWatcher } from '../rpc/head.ts';
import { startLane, type RunningLane } from './lane.ts';
import { toHold } from './lane-holds.ts';
import { SigningFailed } from './broadcast/signing-failed.ts';
import type { OutboxContext, OutboxSettings } from './lane-state.ts';
import { startLoop } from '../../../runtime/loop.ts';
import { createRoundWindows } from './submit/round-windows.ts';
import { retryPause } from './retry-pause.ts';

type Needed = 'chainId' | 'hubs' | 'confirmations' | 'feeCap' | 'symbol';

/** The dependencies and settings of the lane worker. */
export interface LaneWorkerOptions
  extends Pick<OutboxSettings, Needed>, Partial<Omit<OutboxSettings, Needed>> {
  readonly rpc: Rpc;
  readonly laneStore: LaneStore;
  readonly signer: TransactionSigner;
  /** None by default. */
  readonly throttle?: Throttle;
  /** Unique among all instances and all their restarts. */
  readonly owner: string;
  readonly note?: OutboxContext['note'];
  /** Called with operations whose outcome is settled. */
  readonly settled: OutboxContext['settled'];
  /** Called when a lane's work shows that the chain has a new block. */
  readonly newBlock?: () => void;
}

/** Executes accepted operations, lane by lane. */
export interface LaneWorker {
  /** Announces new operations of these signers; otherwise they are found within a quarter of a second. */
  poke(signers: readonly string[]): void;
  /** Releases its lanes; without this call their leases expire. */
  stop(): Promise<void>;
}

const DEFAULTS = {
  pollMs: 250,
  largestBatch: 100,
  mostInFlight: 1_000,
  rebroadcastMs: 5_000,
  bumpAfterBlocks: 5,
  leaseMs: 4_000,
};

/** Between two polls of the newest block while every lane waits for finality alone. */
const QUIET_POLL_MS = 5_000;

/** How long a lane is left to other instances when this one lacks its key. */
const UNSIGNABLE_PAUSE_MS = 15_000;
/** When a failure is forgotten, after its pause. */
const FORGET_FAILURE_MS = 60_000;

/** A monotonic clock: the system clock may be set while transactions wait. */
const now = () => performance.now();

/** Starts to work on lanes with work and without an owner; other instances on the same database do the same. */
export function startLaneWorker(options: LaneWorkerOptions): LaneWorker {
  const {
    rpc,
    laneStore,
    signer,
    owner,
    throttle = noThrottle,
    note = () => undefined,
    settled,
    newBlock = () => undefined,
    ...rest
  } = options;
  const settings: OutboxSettings = { ...DEFAULTS, ...rest };
  const head = createHeadWatcher(rpc, now);
  const gas = createGasModel();
  const context: OutboxContext = {
    settings,
    rpc,
    store: laneStore,
    signer,
    head,
    gas,
    windows: createRoundWindows(rpc, settings.hubs),
    throttle,
    now,
    unixTime: () => Math.floor(Date.now() / 1_000),
    note,
    settled,
  };
  const tip = createTip(rpc, () => head.current()?.hash);
  const lanes = new Map<string, RunningLane>();
  const starting = new Map<string, HeldLane>();
  /** Lanes that could not be started, which other instances may take meanwhile. */
  const failed = new Map<string, { readonly times: number; readonly until: number }>();
  let stopped = false;
  let livelyUntil = Number.NEGATIVE_INFINITY;

  const polling = startLoop(
    { everyMs: () => (isQuiet() ? Math.max(QUIET_POLL_MS, settings.pollMs) : settings.pollMs) },
    async () => {
      if (lanes.size === 0) return;
      try {
        const isNew = await head.poll();
        for (const lane of lanes.values()) lane.onHead(undefined);
        if (!isNew) return;
        newBlock();
        gas.setBlockLimit(head.current()?.gasLimit ?? 0);
      } catch (error) {
        note('failure', { message: String(error) });
        for (const lane of lanes.values()) lane.onHead(error);
      }
      for (const lane of lanes.values()) lane.onBlock();
    },
  );

  const reported = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => note('failure', { message: String(error) }));
  };
  // Renews before it takes: a lease that expired while this process was blocked must not be taken from itself.
  const leasing = startLoop({ everyMs: leasePause }, () =>
    reported(async () => {
      const mayTake = await renew();
      // Of other instances: what this one accepts wakes it.
      if (mayTake || !isAtRest()) await take();
    }),
  );

  function isQuiet(): boolean {
    return [...lanes.values()].every((running) => running.isQuiet());
  }

  /** Whether nothing was urgent for a while: leases are then renewed, and lanes without an owner looked for, less often. */
  function isAtRest(): boolean {
    return isQuiet() && starting.size === 0 && failed.size === 0 && now() > livelyUntil;
  }

  function leasePause(): number {
    return isAtRest() ? settings.leaseMs / 3 : Math.min(500, settings.leaseMs / 4);
  }

  /** Resolves to whether a lane may be taken. */
  async function renew(): Promise<boolean> {
    for (const running of lanes.values()) if (running.isIdle()) void reported(() => leave(running));
    const held = [...lanes.values()];
    const leases = [...starting.values(), ...held.map(({ lane }) => lane)];
    if (leases.length === 0) return true;
    const { owned, mayTake } = await laneStore.renew(leases, settings.leaseMs);
    for (const running of held) {
      const { signer } = running.lane;
      if (owned.get(signer) === true && running.isQuiet()) wake(running);
      if (!owned.has(signer)) void reported(() => leave(running, new LaneLost(signer)));
    }
    return mayTake;
  }

  function wake(running: RunningLane): void {
    running.poke();
    polling.poke();
  }

  async function take(): Promise<void> {
    // What another instance works on meanwhile is not a failure of this one.
    for (const [signer, { until }] of failed) if (now() - until > FORGET_FAILURE_MS) failed.delete(signer);
    const backingOff = [...failed].flatMap(([signer, { until }]) => (now() < until ? [signer] : []));
    const taken = await laneStore.take(owner, settings.leaseMs, backingOff);
    for (const lane of taken) note('lane-taken', { signer: lane.signer, fence: lane.fence });
    for (const lane of taken) void reported(() => start(lane));
  }

  async function start(lane: HeldLane): Promise<void> {
    starting.set(lane.signer, lane);
    try {
      if (head.current() === undefined) await head.poll();
      gas.setBlockLimit(head.current()?.gasLimit ?? 0);
      if (!(await signer.canSign(lane.signer))) throw new SigningFailed(lane.signer);
      let running: RunningLane | undefined = undefined;
      const fail = (error: Error) => void reported(async () => running && leave(running, error));
      running = await startLane(context, lane, tip, fail);
      lanes.set(lane.signer, running);
      // From now on each new block counts.
      polling.poke();
      failed.delete(lane.signer);
      if (stopped) await leave(running);
    } catch (error) {
      backOff(lane.signer, error);
      // Stored so that the lane's operations show why they wait although no instance works on the lane.
      const hold = toHold(error);
      if (hold !== undefined && hold !== lane.hold) await laneStore.hold(lane, hold);
      await laneStore.release([lane]);
      throw error;
    } finally {
      starting.delete(lane.signer);
    }
  }

  function backOff(address: string, error: unknown): void {
    const times = (failed.get(address)?.times ?? 0) + 1;
    const pause = error instanceof SigningFailed ? UNSIGNABLE_PAUSE_MS : retryPause(times);
    failed.set(address, { times, until: now() + pause });
  }

  async function leave(running: RunningLane, error?: Error): Promise<void> {
    if (error instanceof SigningFailed) backOff(running.lane.signer, error);
    if (lanes.get(running.lane.signer) === running) lanes.delete(running.lane.signer);
    if (error !== undefined) note('lane-lost', { signer: running.lane.signer, message: error.message });
    await running.stop();
    await laneStore.release([running.lane]);
  }

  return {
    poke(signers) {
      for (const signer of signers) {
        const running = lanes.get(signer);
        if (running) wake(running);
      }
      // Another instance may be about to leave the lane.
      livelyUntil = now() + settings.leaseMs * 2;
      if (!signers.every((signer) => lanes.has(signer))) leasing.poke();
    },
    async stop() {
      stopped = true;
      await Promise.all([
        polling.stop(),
        leasing.stop(),
        ...[...lanes.values()].map((running) => leave(running)),
      ]);
    },
  };
}

/** The priority fee, read once per block; 0 on chains without one. */
function createTip(rpc: Rpc, blockHash: () => string | undefined): () => Promise<bigint> {
  let latest: { readonly at: string | undefined; readonly tip: Promise<bigint> } | undefined;
  return () => {
    const at = blockHash();
    if (latest?.at === at && latest) return latest.tip;
    const tip = rpc.call('eth_maxPriorityFeePerGas').then(
      (answer) => BigInt(String(answer)),
      (error: unknown) => {
        latest = undefined;
        if (error instanceof RpcError) return 0n;
        throw error;
      },
    );
    latest = { at, tip };
    return tip;
  };
}
