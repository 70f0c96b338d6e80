import type { NewOperation, Operation } from '../../core/operations/operation.ts';

/** Stores accepted operations. */
export interface OperationStore {
  /** Resolves when all are committed and their signers' lanes exist; ignores ids that exist already. */
  add(operations: readonly NewOperation[]): Promise<void>;
  /** The operations that exist, in any order. */
  find(ids: readonly string[]): Promise<Operation[]>;
}
