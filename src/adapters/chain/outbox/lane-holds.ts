import type { OperationHold } from '../../../core/operations/operation.ts';
import type { Lane, LaneStore } from '../../ports/lane-store.ts';
import { NodeLagging } from '../rpc/node-lagging.ts';
import { RpcError, RpcUnreachable } from '../rpc/rpc.ts';
import { SigningFailed } from './broadcast/signing-failed.ts';

/** The sources of a lane's holds; each source clears only its own hold. */
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
  /** The node's responses to transactions. */
  | 'broadcast'
  /** Transactions that are not mined in time. */
  | 'stuck';

/** The reasons why a lane waits, which its operations show. */
export interface LaneHolds {
  get(source: HoldSource): OperationHold | null;
  /** Stores the strongest hold of all sources when it has changed. Throws LaneLost. */
  set(source: HoldSource, hold: OperationHold | null): Promise<void>;
}

// Holds that only a person can end come first.
const STRONGEST_FIRST: readonly OperationHold[] = [
  'SIGNER_PAUSED',
  'INSUFFICIENT_FUNDS',
  'GAS_TOO_HIGH',
  'RPC_LAGGING',
  'RPC_DOWN',
];

/** The holds of a lane; `stored` is the hold of the previous owner. */
export function createLaneHolds(store: LaneStore, lane: Lane, stored: OperationHold | null): LaneHolds {
  const bySource = new Map<HoldSource, OperationHold | null>([['last owner', stored]]);
  let written = stored;
  let writing: Promise<void> | undefined;

  /** Writes one hold at a time, so that the last one set is the last one stored. */
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

/** The hold for an error of the node or of the signer; undefined for other errors. */
export function toHold(error: unknown): OperationHold | undefined {
  if (error instanceof SigningFailed) return 'SIGNER_PAUSED';
  if (error instanceof NodeLagging) return 'RPC_LAGGING';
  return error instanceof RpcUnreachable || error instanceof RpcError ? 'RPC_DOWN' : undefined;
}
