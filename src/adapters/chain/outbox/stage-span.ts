import type { SpanRequest } from '../../../runtime/tracing/tracing.ts';
import type { LaneState, SentTransaction } from './lane-state.ts';

type Stage = 'reserve' | 'sign' | 'broadcast' | 'mined';
type Transaction =
  | Pick<SentTransaction, 'operations' | 'attempts'>
  | { readonly operationIds: readonly string[]; readonly nonce: number };

/** The span of a stage of these transactions, which is linked to their operations. */
export function toStage(
  stage: Stage,
  { lane }: Pick<LaneState, 'lane'>,
  transactions: readonly Transaction[],
): SpanRequest {
  const operations = transactions.flatMap((each) =>
    'operationIds' in each ? each.operationIds : each.operations.map(({ id }) => id),
  );
  return {
    name: `outbox ${stage}`,
    operations,
    facts: {
      'giveaways.signer': lane.signer,
      'giveaways.transactions': transactions.length,
      'giveaways.operations': operations.length,
    },
    atEnd: () => ({ 'giveaways.transaction.hashes': transactions.flatMap(hashesOf) }),
  };
}

function hashesOf(transaction: Transaction): string[] {
  if (!('attempts' in transaction)) return [];
  return transaction.attempts.flatMap(({ signed }) => (signed ? [signed.hash] : []));
}
