import type { Uses } from '../ports.ts';
import { isSettled, type Operation } from './operation.ts';

/**
 * The operation for a caller that may read its effect next: a success is MINED until the read model has its block, for which
 * this waits `ms` milliseconds. So a caller that learns of a success never reads the state before it.
 */
export async function toReadable(
  { readModel }: Uses<'readModel'>,
  operation: Operation,
  ms: number,
): Promise<Operation> {
  const { status, blockNumber } = operation;
  if (!isSettled(operation) || status === 'FAILED' || blockNumber === null) return operation;
  const isReadable = await readModel.waitFor(blockNumber, ms).catch(() => false);
  return isReadable ? operation : { ...operation, status: 'MINED' };
}
