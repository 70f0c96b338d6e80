import { toSent, type LaneState, type OutboxContext } from '../lane-state.ts';

/** After a reorg: transactions whose block left the chain are sent again, with the same bytes. */
export async function recheckMined(context: OutboxContext, state: LaneState): Promise<void> {
  const { store, head, note } = context;
  const hashes = new Map<number, Set<string>>();
  for (const { blockNumber, blockHash } of state.mined.values())
    hashes.set(blockNumber, (hashes.get(blockNumber) ?? new Set()).add(blockHash));
  if (hashes.size === 0) return;

  const lost = new Set<number>();
  const blocks = new Map([...hashes].map(([number, known]) => [number, [...known][0] ?? '']));
  const orphans = await head.findOrphans(blocks);
  for (const { id, blockNumber, blockHash } of state.mined.values()) {
    // Of two hashes of one block number, the other is from before an earlier reorg.
    if (orphans.has(blockNumber) || blocks.get(blockNumber) !== blockHash) lost.add(id);
  }
  if (lost.size === 0) return;

  const ids = [...lost];
  await store.unmine(state.lane, ids);
  const transactions = await store.transactions(ids);
  const operations = new Map(
    (await store.operations(transactions.flatMap(({ operationIds }) => operationIds))).map((each) => [
      each.id,
      each,
    ]),
  );
  for (const transaction of transactions) {
    state.mined.delete(transaction.id);
    const own = transaction.operationIds.flatMap((id) => operations.get(id) ?? []);
    state.sent.set(transaction.id, toSent(transaction, own));
  }
  const inOrder = [...state.sent].toSorted(([, a], [, b]) => a.nonce - b.nonce);
  state.sent.clear();
  for (const [id, transaction] of inOrder) state.sent.set(id, transaction);
  note('reorged', { signer: state.lane.signer, transactions: ids.length });
}
