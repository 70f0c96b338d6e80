import type { OperationStore } from '../../ports/operation-store.ts';
import type { Operations } from '../../../core/operations/operations.ts';
import type { LaneWorker, LaneWorkerOptions } from './lane-worker.ts';
import { createWaiters } from './waiters.ts';

/** Accepts operations and executes them on the chain, together with other instances on the same database. */
export interface Outbox {
  readonly operations: Operations;
  /** Releases the lanes; without this call their leases expire. */
  stop(): Promise<void>;
}

/** Accepts operations and waits for them; `start` starts the lane worker, in this thread or another. */
export function createOutbox(
  operationStore: OperationStore,
  start: (settled: LaneWorkerOptions['settled']) => LaneWorker,
): Outbox {
  const waiters = createWaiters(operationStore);
  const lanes = start(waiters.settled);
  return {
    operations: {
      async submit(operations) {
        await operationStore.add(operations);
        lanes.poke([...new Set(operations.map(({ signer }) => signer))]);
      },
      find: async (id) => (await operationStore.find([id]))[0],
      wait: waiters.wait,
    },
    async stop() {
      await Promise.all([waiters.stop(), lanes.stop()]);
    },
  };
}
