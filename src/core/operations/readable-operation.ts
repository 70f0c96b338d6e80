import type { ReadModelProgress } from '../chain/read-model-progress.ts';
import { isSettled, type Operation } from './operation.ts';

/**
 * The operation for a caller that may read its effect next: a success is MINED until the read model has its block, for which
 * this waits `ms` milliseconds. So a caller that learns of a success never reads the state before it. The result of a change of
 * entries also has what counted after it, which no event says.
 */
export async function toReadable(
  { readModel }: { readModel: ReadModelProgress },
  operation: Operation,
  ms: number,
): Promise<Operation> {
  const { status, blockNumber: number, blockHash: hash } = operation;
  if (!isSettled(operation) || status === 'FAILED' || number === null || hash === null) return operation;
  const isReadable = await readModel.waitFor({ number, hash }, ms).catch(() => false);
  return isReadable ? withCounts({ readModel }, operation) : { ...operation, status: 'MINED' };
}

/** The operation, whose result has what counted after a change of entries once the read model has it. */
export async function withCounts(
  { readModel }: { readModel: ReadModelProgress },
  operation: Operation,
): Promise<Operation> {
  const { id, result } = operation;
  if (result?.['roundTotal'] === undefined) return operation;
  const counts = await readModel.countsAfter(id).catch(() => undefined);
  return counts === undefined ? operation : { ...operation, result: { ...result, ...counts } };
}
