import type { NewOperation, Operation } from './operation.ts';

/** Accepts operations durably; the outbox carries each out exactly once. */
export interface Operations {
  /**
   * Resolves when all operations are stored: from then on each takes effect exactly once, or fails with an error of the
   * contracts. An operation whose id is stored already is ignored. Throws SERVICE_UNAVAILABLE when it is not known whether
   * they were stored, for example after a broken connection.
   */
  submit(operations: readonly NewOperation[]): Promise<void>;
  find(id: string): Promise<Operation | undefined>;
  /** Resolves when all operations are settled, or after `ms` milliseconds, with their current state in the order of `ids`. */
  wait(ids: readonly string[], ms: number): Promise<(Operation | undefined)[]>;
}
