import type { MinedTransaction, QueuedOperation } from '../../../ports/lane-store.ts';
import type { LaneState, OutboxContext } from '../lane-state.ts';
import { toOutcomes } from '../outcomes.ts';
import { isReceipt } from '../../rpc/receipt.ts';
import { callInChunks } from '../../rpc/rpc-chunks.ts';

/**
 * Whether an operation that is rejected now took effect earlier, in an abandoned transaction that a reorg brought back. If so,
 * adopts that transaction's outcome.
 */
export async function adoptEarlierEffect(
  { store, rpc, head, settings, note }: OutboxContext,
  { lane, mined: known }: LaneState,
  operation: QueuedOperation,
): Promise<boolean> {
  if (operation.earlierTransactions.length === 0) return false;
  for (const transaction of await store.transactions(operation.earlierTransactions)) {
    const hashes = transaction.attempts.flatMap(({ signed }) => signed?.hash ?? []);
    const answers = await callInChunks(
      rpc,
      hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    // A missing answer proves nothing.
    for (const answer of answers) if (answer instanceof Error) throw answer;
    const receipt = answers.find(isReceipt);
    if (!receipt || receipt.status !== '0x1') continue;
    const operations = await store.operations(transaction.operationIds);
    const inOrder = transaction.operationIds.flatMap((id) => operations.find((each) => each.id === id) ?? []);
    const outcome = toOutcomes(inOrder, receipt, transaction.to).find(({ id }) => id === operation.id);
    if (!outcome || outcome.error) continue;
    const { id, nonce } = transaction;
    const block = { id, blockNumber: Number(receipt.blockNumber), blockHash: receipt.blockHash };
    const depth = (head.current()?.number ?? 0) - block.blockNumber + 1;
    const confirmed = depth >= settings.confirmations;
    const mined: MinedTransaction = {
      ...block,
      state: confirmed ? 'CONFIRMED' : 'MINED',
      hash: receipt.transactionHash,
      outcomes: [outcome],
    };
    await store.adopt(lane, operation.id, mined);
    // From now on it is tracked like any other mined transaction.
    const operationIds = [...(known.get(id)?.operationIds ?? []), operation.id];
    known.set(id, { ...block, nonce, operationIds, outOfGas: false, confirmed });
    note('mined', { signer: lane.signer, operation: operation.id, transaction: mined.hash, earlier: true });
    return true;
  }
  return false;
}
