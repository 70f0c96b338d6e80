import type { NewOperation, Operation } from './operation.ts';

/** Changes on the chain: accepted durably, carried out exactly once, reported on. */
export interface Operations {
  /**
   * Resolves when all of them are kept: from then on each takes effect exactly once or fails for a reason that the
   * contracts gave. An id that is known already changes nothing. Throws SERVICE_UNAVAILABLE when they may not have been: a connection
   * that broke does not tell.
   */
  submit(operations: readonly NewOperation[]): Promise<void>;
  find(id: string): Promise<Operation | undefined>;
  /** The operations in the order of `ids` as soon as every one is settled, or as they stand after `ms` milliseconds. */
  wait(ids: readonly string[], ms: number): Promise<(Operation | undefined)[]>;
}
