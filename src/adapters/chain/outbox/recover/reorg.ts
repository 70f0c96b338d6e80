import { toSent, type LaneState, type OutboxContext } from '../lane-state.ts';

/** After a reorg: transactions whose block left the chain are sent again, with the same bytes. */
export async function recheckMined(context: OutboxContext, state: LaneState): Promise<void> {
  const { store, head, note } = context;
  if (state.mined.size === 0) return;
  const orphans = await head.findOrphans(state.mined.values());
  const ids = [...state.mined.values()].flatMap(({ id, blockHash }) => (orphans.has(blockHash) ? [id] : []));
  if (ids.length === 0) return;

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
