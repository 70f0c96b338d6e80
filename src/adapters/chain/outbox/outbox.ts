import type { OperationStore } from '../../ports/operation-store.ts';
import type { ChainCall } from '../../../core/chain/chain-call.ts';
import type { NewOperation } from '../../../core/operations/operation.ts';
import type { Operations } from '../../../core/operations/operations.ts';
import type { LaneWorker, LaneWorkerOptions } from './lane-worker.ts';
import { tracing } from '../../../runtime/tracing/tracing.ts';
import { createWaiters } from './waiters.ts';

/** Accepts operations and executes them on the chain, together with other instances on the same database. */
export interface Outbox {
  readonly operations: Operations;
  /** From now on no call waits for operations: each resolves with their current state. */
  endWaits(): void;
  /** Releases the lanes; without this call their leases expire. */
  stop(): Promise<void>;
}

/** The index of the hub that a call is sent to. */
type HubOf = (call: ChainCall, signer: string) => Promise<number>;

/**
 * Accepts operations and waits for them; `start` starts the lane worker, in this thread or another. An operation that names no hub
 * goes to that of its call.
 */
export function createOutbox(
  operationStore: OperationStore,
  start: (settled: LaneWorkerOptions['settled']) => LaneWorker,
  hubOf: HubOf = () => Promise.resolve(0),
): Outbox {
  const waiters = createWaiters(operationStore);
  const lanes = start(waiters.settled);
  const withHub = async (operation: NewOperation): Promise<NewOperation> => ({
    ...operation,
    hub: operation.hub ?? (await hubOf(operation.call, operation.signer)),
  });
  return {
    operations: {
      async submit(operations) {
        await tracing.operations(
          () => operations.map(({ id, call }) => ({ id, name: call.kind })),
          async () => operationStore.add(await Promise.all(operations.map(withHub))),
        );
        lanes.poke([...new Set(operations.map(({ signer }) => signer))]);
      },
      find: async (id) => (await operationStore.find([id]))[0],
      wait: waiters.wait,
    },
    endWaits: waiters.end,
    async stop() {
      await Promise.all([waiters.stop(), lanes.stop()]);
    },
  };
}
