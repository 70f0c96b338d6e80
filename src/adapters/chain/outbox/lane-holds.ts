import type { OperationHold } from '../../../core/operations/operation.ts';
import type { Lane, LaneStore } from '../../ports/lane-store.ts';
import { NodeLagging } from '../rpc/node-lagging.ts';
import { RpcError, RpcUnreachable } from '../rpc/rpc.ts';

/** What can hold a lane up; each source clears its own hold only. */
export type HoldSource =
  | 'last owner'
  /** The newest block. */
  | 'head'
  /** The three loops of a lane, when they fail. */
  | 'submit loop'
  | 'broadcast loop'
  | 'confirm loop'
  /** The fee of new transactions. */
  | 'fees'
  /** The node's answers to transactions. */
  | 'broadcast'
  /** Transactions that are not mined in time. */
  | 'stuck';

/** Why a lane waits, as its operations show it. */
export interface LaneHolds {
  get(source: HoldSource): OperationHold | null;
  /** Stores the strongest hold of all sources when it has changed. Throws LaneLost. */
  set(source: HoldSource, hold: OperationHold | null): Promise<void>;
}

// What only a person can change stands first.
const STRONGEST_FIRST: readonly OperationHold[] = [
  'SIGNER_PAUSED',
  'INSUFFICIENT_FUNDS',
  'GAS_TOO_HIGH',
  'RPC_LAGGING',
  'RPC_DOWN',
];

/** The holds of a lane whose last owner stored `stored`. */
export function createLaneHolds(store: LaneStore, lane: Lane, stored: OperationHold | null): LaneHolds {
  const bySource = new Map<HoldSource, OperationHold | null>([['last owner', stored]]);
  let written = stored;
  let writing: Promise<void> | undefined;

  /** One write at a time, so that the last one stored is the last one set. */
  async function write(): Promise<void> {
    for (let wanted = strongest(); wanted !== written; wanted = strongest()) {
      await store.hold(lane, wanted);
      written = wanted;
    }
  }

  function strongest(): OperationHold | null {
    const present = new Set(bySource.values());
    return STRONGEST_FIRST.find((hold) => present.has(hold)) ?? null;
  }

  return {
    get: (source) => bySource.get(source) ?? null,
    async set(source, hold) {
      bySource.set(source, hold);
      if (writing === undefined && strongest() === written) return;
      writing ??= write().finally(() => (writing = undefined));
      await writing;
    },
  };
}

/** The hold that an error of the node is; undefined for other errors. */
export function toNodeHold(error: unknown): OperationHold | undefined {
  if (error instanceof NodeLagging) return 'RPC_LAGGING';
  return error instanceof RpcUnreachable || error instanceof RpcError ? 'RPC_DOWN' : undefined;
}
