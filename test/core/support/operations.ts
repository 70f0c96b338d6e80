import type { AuditLog } from '../../../src/core/audit/audit-store.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type {
  Claim,
  IdempotencyStore,
  KeyedRequest,
} from '../../../src/core/operations/idempotency-store.ts';
import {
  isSettled,
  toQueued,
  type NewOperation,
  type Operation,
} from '../../../src/core/operations/operation.ts';
import type { Operations } from '../../../src/core/operations/operations.ts';
import type { Memory } from './memory.ts';

type Outcome = Partial<
  Pick<
    Operation,
    'status' | 'result' | 'error' | 'hold' | 'transactionHash' | 'blockNumber' | 'confirmations'
  >
>;

/** A chain without blocks: what becomes of an operation is what the test says. */
export interface FakeOperations extends Operations {
  readonly all: readonly Operation[];
  /** What becomes of an operation while it is waited for; open operations are left as they are at first. */
  outcome: (operation: NewOperation) => Outcome;
  /** Changes an operation now. */
  settle(id: string, outcome: Outcome): void;
  /** Thrown by the next submissions; `keepsFirst` breaks the connection after the operation was kept. */
  breakSubmit(error: Error | undefined, keepsFirst?: boolean): void;
  /** Thrown by `find` and `wait`. */
  breakReads(error: Error | undefined): void;
  /** How long the latest wait was to be at most, in milliseconds. */
  readonly waitedMs: number | undefined;
}

/** An operation that the chain has confirmed. */
export const CONFIRMED: Outcome = {
  status: 'CONFIRMED',
  transactionHash: `0x${'7'.repeat(64)}`,
  blockNumber: 12,
  confirmations: 1,
};

export function createOperations(memory: Memory, clock: Clock, audit: AuditLog): FakeOperations {
  const kept = memory.table<Operation>();
  let submitFault: { readonly error: Error; readonly keepsFirst: boolean } | undefined;
  let readFault: Error | undefined;
  let waitedMs: number | undefined;
  const settle = (id: string, outcome: Outcome) =>
    void kept.update(
      (row) => row.id === id,
      ({ blockHash }) => ({
        ...outcome,
        blockHash: outcome.blockNumber == null ? blockHash : `the hash of ${outcome.blockNumber}`,
        updatedAt: clock.now(),
      }),
    );
  const find = (id: string) => {
    if (readFault) throw readFault;
    return kept.find((row) => row.id === id);
  };
  const operations: FakeOperations = {
    get all() {
      return kept.rows;
    },
    get waitedMs() {
      return waitedMs;
    },
    outcome: () => ({}),
    settle,
    breakSubmit(error, keepsFirst = false) {
      submitFault = error && { error, keepsFirst };
    },
    breakReads(error) {
      readFault = error;
    },
    async submit(submitted) {
      if (submitFault && !submitFault.keepsFirst) throw submitFault.error;
      for (const operation of submitted) {
        if (kept.find(({ id }) => id === operation.id)) continue;
        kept.add(toQueued(operation, clock.now()));
        if (operation.audit) await audit.add(operation.audit);
      }
      if (submitFault) throw submitFault.error;
    },
    find: async (id) => find(id),
    async wait(ids, ms) {
      waitedMs = ms;
      for (const id of ids) {
        const operation = find(id);
        if (operation && !isSettled(operation)) settle(id, operations.outcome(operation));
      }
      return ids.map(find);
    },
  };
  return operations;
}

interface KeptKey extends KeyedRequest {
  readonly operationId: string;
  readonly isHeld: boolean;
  /** As JSON. */
  readonly response: string | undefined;
}

/** Keys in memory; `lapse` ends a claim as the death of its instance would. */
export interface FakeIdempotency extends IdempotencyStore {
  lapse(key: string): void;
  /** Thrown by `answer`, `giveUp` and `forget`. */
  breakNotes(error: Error | undefined): void;
}

export function createIdempotency(memory: Memory): FakeIdempotency {
  const keys = memory.table<KeptKey>();
  const held = new Map<KeyedRequest, string>();
  let fault: Error | undefined;
  /** The key, as long as its claim was not taken over for another operation. */
  const end = (request: KeyedRequest) => {
    if (fault) throw fault;
    const operationId = held.get(request);
    held.delete(request);
    return (row: KeptKey) =>
      row.providerId === request.providerId && row.key === request.key && row.operationId === operationId;
  };
  return {
    lapse(key) {
      keys.update(
        (row) => row.key === key,
        () => ({ isHeld: false }),
      );
    },
    breakNotes(error) {
      fault = error;
    },
    async claim(request, operationId): Promise<Claim> {
      const { providerId, key, fingerprint } = request;
      const isMeant = (row: KeptKey) => row.providerId === providerId && row.key === key;
      const found = keys.find(isMeant);
      if (found === undefined) {
        keys.add({ providerId, key, fingerprint, operationId, isHeld: true, response: undefined });
        held.set(request, operationId);
        return { kind: 'claimed', operationId };
      }
      if (found.fingerprint !== fingerprint) return { kind: 'different' };
      if (found.response !== undefined) return { kind: 'answered', response: JSON.parse(found.response) };
      if (found.isHeld) return { kind: 'running' };
      keys.update(isMeant, () => ({ isHeld: true }));
      held.set(request, found.operationId);
      return { kind: 'claimed', operationId: found.operationId };
    },
    async storeResponse(request, response) {
      const [changed] = keys.update(end(request), (row) => ({
        response: row.response ?? JSON.stringify(response),
      }));
      return changed?.response && JSON.parse(changed.response);
    },
    async giveUp(request) {
      const isMeant = end(request);
      keys.update(
        (row) => isMeant(row) && row.response === undefined,
        () => ({ isHeld: false }),
      );
    },
    async forget(request) {
      const isMeant = end(request);
      keys.remove((row) => isMeant(row) && row.response === undefined);
    },
  };
}
