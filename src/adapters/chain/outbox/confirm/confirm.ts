import { RpcUnreachable } from '../../rpc/rpc.ts';
import {
  toHashes,
  type LaneState,
  type MinedState,
  type OutboxContext,
  type SentTransaction,
} from '../lane-state.ts';
import { isBeyondReorgs } from './finality.ts';
import { saveMined, type FoundTransaction } from './save-mined.ts';
import { isReceipt } from '../../rpc/receipt.ts';
import { recheckMined } from '../recover/reorg.ts';
import { wouldRepeat } from '../recover/trace.ts';
import type { RpcBlock } from '../../rpc/block.ts';
import { callInChunks } from '../../rpc/rpc-chunks.ts';

// With more new blocks than this, reading each transaction's receipt takes fewer calls.
const MAX_BLOCKS = 64;

/** Updates a lane's transactions to the newest block: mined, confirmed, or sent again after a reorg. */
export async function confirm(context: OutboxContext, state: LaneState): Promise<void> {
  const newest = context.head.current();
  if (newest === undefined) throw new RpcUnreachable('No block is known yet.');
  const reorgs = context.head.reorgs();
  if (state.reorgs !== reorgs) {
    await recheckMined(context, state);
    await saveMined(context, state, await lookUp(context, state.sent.values()));
    state.reorgs = reorgs;
  } else {
    await scan(context, state, newest.number);
  }
  state.scannedTo = newest.number;
  await confirmDeep(context, state, newest);
}

/** Finds transactions in the new blocks, by one call per block for all lanes. */
async function scan(context: OutboxContext, state: LaneState, newest: number): Promise<void> {
  if (state.sent.size === 0 || newest <= state.scannedTo) return;
  if (newest - state.scannedTo > Math.max(MAX_BLOCKS, state.sent.size)) {
    await saveMined(context, state, await lookUp(context, state.sent.values()));
    return;
  }
  const numbers = Array.from({ length: newest - state.scannedTo }, (_, index) => state.scannedTo + 1 + index);
  const blocks = await Promise.all(numbers.map((number) => context.head.receipts(number)));
  const hashes = toHashes(state.sent.values());
  const found = blocks.flatMap((receipts) =>
    (receipts ?? []).flatMap((receipt): FoundTransaction[] => {
      const transaction = hashes.get(receipt.transactionHash);
      return transaction ? [{ transaction, receipt }] : [];
    }),
  );
  // Transactions in blocks without a response are looked up by the hash of each attempt.
  if (blocks.includes(undefined)) {
    const known = new Set(found.map(({ transaction }) => transaction));
    const missing = [...state.sent.values()].filter((transaction) => !known.has(transaction));
    found.push(...(await lookUp(context, missing)));
  }
  await saveMined(context, state, found);
}

/** Reads the receipts of every attempt. Throws RpcUnreachable when a call gets no response. */
export async function lookUp(
  { rpc }: OutboxContext,
  transactions: Iterable<SentTransaction>,
): Promise<FoundTransaction[]> {
  const hashes = [...toHashes(transactions)];
  const responses = await callInChunks(
    rpc,
    hashes.map(([hash]) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  );
  return hashes.flatMap(([, transaction], index): FoundTransaction[] => {
    const receipt = responses[index];
    if (receipt instanceof Error) throw receipt;
    return isReceipt(receipt) ? [{ transaction, receipt }] : [];
  });
}

async function confirmDeep(context: OutboxContext, state: LaneState, newest: RpcBlock): Promise<void> {
  const { settings, store, head, settled, note } = context;
  const deep = [...state.mined.values()].filter(
    ({ confirmed, blockNumber }) => !confirmed && newest.number - blockNumber + 1 >= settings.confirmations,
  );
  if (deep.length === 0) return;
  const orphans = await head.findOrphans([{ blockNumber: newest.number, blockHash: newest.hash }, ...deep]);
  // The block left the chain in a reorg that the head watcher missed: the next round rechecks everything.
  if (orphans.size > 0) state.reorgs = -1;
  // Depth counts from the newest block, which may have left the chain too.
  const certain = orphans.has(newest.hash) ? [] : deep.filter(({ blockHash }) => !orphans.has(blockHash));
  for (const mined of certain.filter(({ outOfGas }) => outOfGas)) {
    if (await mayRunAgain(context, mined)) continue;
    await store.requeue(state.lane, mined.id, 'CONFIRMED', mined.operationIds);
    mined.confirmed = true;
  }
  const complete = certain.filter(({ outOfGas }) => !outOfGas);
  const early = await retryRefusedEarly(context, state, complete);
  const done = complete.filter((mined) => !early.has(mined));
  if (done.length > 0) {
    await store.confirm(
      state.lane,
      done.map(({ id }) => id),
    );
    for (const mined of done) mined.confirmed = true;
    note('confirmed', { signer: state.lane.signer, transactions: done.length });
    settled(done.flatMap(({ operationIds }) => operationIds));
  }
}

/**
 * Queues operations again that the contracts refused before an earlier one of the lane was carried out, whose nonce another
 * transaction used, or which ran out of gas. The others of these transactions are confirmed. Returns the transactions of both.
 */
async function retryRefusedEarly(
  context: OutboxContext,
  { lane }: LaneState,
  complete: readonly MinedState[],
): Promise<Set<MinedState>> {
  const { store, settled, note } = context;
  const refused = complete.filter(({ hasRefusals }) => hasRefusals);
  if (refused.length === 0) return new Set();
  const early = Map.groupBy(
    await store.refusedEarly(
      lane,
      refused.map(({ id }) => id),
    ),
    ({ transactionId }) => transactionId,
  );
  const found = refused.filter(({ id }) => early.has(id));
  for (const mined of found) {
    const ids = new Set(early.get(mined.id)?.map(({ operationId }) => operationId));
    if (await mayRunAgain(context, { ...mined, operationIds: [...ids] })) continue;
    await store.requeue(lane, mined.id, 'CONFIRMED', [...ids]);
    mined.confirmed = true;
    note('refused-early', { signer: lane.signer, nonce: mined.nonce, requeued: ids.size });
    settled(mined.operationIds.filter((id) => !ids.has(id)));
  }
  return new Set(found);
}

/** Whether a reorganisation may still bring back a transaction that did nothing, with an operation that would be repeated. */
async function mayRunAgain(
  { store, head }: OutboxContext,
  { operationIds, blockNumber }: MinedState,
): Promise<boolean> {
  const operations = await store.operations(operationIds);
  return operations.some(wouldRepeat) && !(await isBeyondReorgs(head, blockNumber));
}
