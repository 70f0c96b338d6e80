import { startLoop } from '../../../runtime/loop.ts';
import { noThrottle, type Throttle } from '../../../runtime/concurrency/throttle.ts';
import type { LaneStore } from '../../ports/lane-store.ts';
import type { TransactionSigner } from '../../ports/transaction-signer.ts';
import { createHeadWatcher } from '../rpc/head.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { toFailureFacts } from './failure-facts.ts';
import type { OutboxContext, OutboxSettings } from './lane-state.ts';
import { retryPause } from './retry-pause.ts';
import { createRunningLanes, reportFailure, type RunningLanes } from './running-lanes.ts';
import { createGasModel } from './submit/gas-model.ts';
import { createRoundWindows } from './submit/round-windows.ts';

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
  /** The chain's time now, in seconds since the epoch; undefined where only the machine's clock tells it. */
  readonly chainTime?: () => number | undefined;
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
  quietPollMs: 5_000,
};

/** A monotonic clock: the system clock may be set while transactions wait. */
const now = () => performance.now();

/** Starts to work on lanes with work and without an owner; other instances on the same database do the same. */
export function startLaneWorker(options: LaneWorkerOptions): LaneWorker {
  const context = createContext(options);
  const { settings } = context;
  const lanes = createRunningLanes(context, () => polling.poke());
  let livelyUntil = Number.NEGATIVE_INFINITY;
  let failures = 0;

  const polling = startLoop({ everyMs: pollPause }, async () => {
    failures = (await pollHead(context, lanes, options.newBlock)) ? 0 : failures + 1;
  });
  // Renews before it takes: a lease that expired while this process was blocked must not be taken from itself.
  const leasing = startLoop({ everyMs: leasePause }, () =>
    reportFailure(context, async () => {
      if (await lanes.renew()) await lanes.take(options.owner);
    }),
  );

  function pollPause(): number {
    if (failures > 0) return Math.max(settings.pollMs, retryPause(failures));
    return lanes.isQuiet() ? Math.max(settings.quietPollMs, settings.pollMs) : settings.pollMs;
  }

  /** Whether nothing was urgent for a while: leases are then renewed, and lanes without an owner looked for, less often. */
  function isAtRest(): boolean {
    return lanes.isAtRest() && now() > livelyUntil;
  }

  function leasePause(): number {
    return isAtRest() ? settings.leaseMs / 3 : Math.min(500, settings.leaseMs / 4);
  }

  return {
    poke(signers) {
      for (const signer of signers) {
        const running = lanes.get(signer);
        if (running) lanes.wake(running);
      }
      // Another instance may be about to leave the lane.
      livelyUntil = now() + settings.leaseMs * 2;
      if (!signers.every((signer) => lanes.get(signer))) leasing.poke();
    },
    async stop() {
      await Promise.all([polling.stop(), leasing.stop(), lanes.stop()]);
    },
  };
}

function createContext(options: LaneWorkerOptions): OutboxContext {
  const {
    rpc,
    laneStore,
    signer,
    throttle = noThrottle,
    note = () => undefined,
    settled,
    chainTime,
    ...rest
  } = options;
  const settings: OutboxSettings = { ...DEFAULTS, ...rest };
  return {
    settings,
    rpc,
    store: laneStore,
    signer,
    head: createHeadWatcher(rpc, now),
    gas: createGasModel(),
    windows: createRoundWindows(rpc, settings.hubs),
    throttle,
    now,
    unixTime: () => Math.floor(chainTime?.() ?? Date.now() / 1_000),
    note,
    settled,
  };
}

/** Polls the newest block for the lanes, and tells them of a new one. Returns whether the node answered. */
async function pollHead(
  { head, gas, note }: OutboxContext,
  lanes: Pick<RunningLanes, 'all'>,
  newBlock?: () => void,
): Promise<boolean> {
  if (lanes.all().length === 0) return true;
  let failure: unknown;
  try {
    const isNew = await head.poll();
    for (const lane of lanes.all()) lane.onHead(undefined);
    if (!isNew) return true;
    newBlock?.();
    gas.setBlockLimit(head.current()?.gasLimit ?? 0);
  } catch (error) {
    failure = error;
    note('failure', toFailureFacts(error));
    for (const lane of lanes.all()) lane.onHead(error);
  }
  for (const lane of lanes.all()) lane.onBlock();
  return failure === undefined;
}
