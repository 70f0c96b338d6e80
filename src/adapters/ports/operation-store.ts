import type { NewOperation, Operation } from '../../core/operations/operation.ts';

/** Where accepted operations are kept. */
export interface OperationStore {
  /** Resolves when all are committed, and their signers' lanes exist; ids that are known already change nothing. */
  add(operations: readonly NewOperation[]): Promise<void>;
  /** Those that exist, in no order. */
  find(ids: readonly string[]): Promise<Operation[]>;
}
