import type { OperationHold } from '../../../core/operations/operation.ts';
import type { Sql, Statement } from '../connection/sql.ts';

/** Why operations are not in a block yet, or cannot be confirmed: the hold of their lane, else how far they have come. */
export type WaitingReason = OperationHold | 'NOT_SENT' | 'NOT_MINED';

/** The operations that wait for one reason. */
export interface WaitingOperations {
  readonly reason: WaitingReason;
  readonly lanes: number;
  /** Of each lane at most the first 1,000 are counted. */
  readonly operations: number;
  /** Seconds since the oldest was accepted; of those that are in a block, since their lane was held. */
  readonly oldest: number;
  /** Nonces from the first without a block to the newest, of the lane that has most. */
  readonly nonceGap: number;
  /** Seconds since the first of these lanes got its hold; null for lanes without one, and for one of an earlier release. */
  readonly heldFor: number | null;
}

/** The operations of all instances that are not in a block yet, or that no node lets them confirm, by reason. */
export async function readWaitingOperations(sql: Sql): Promise<readonly WaitingOperations[]> {
  const rows = await sql.query(WAITING, []);
  return rows.map(([reason, lanes, operations, oldest, nonceGap, heldFor]) => ({
    // The statement returns no others.
    reason: reason as WaitingReason,
    lanes: Number(lanes),
    operations: Number(operations),
    oldest: Math.max(0, Number(oldest)),
    nonceGap: Number(nonceGap),
    heldFor: typeof heldFor === 'string' ? Math.max(0, Number(heldFor)) : null,
  }));
}

// Transactions without a block have the highest nonces of their lane.
const WAITING: Statement = {
  name: 'waiting-operations',
  text: `
    select coalesce(l.hold, case when sent.count > 0 then 'NOT_MINED' else 'NOT_SENT' end), count(*),
      sum(queued.count + sent.count + mined.count),
      extract(epoch from now() - min(least(queued.since, sent.since, mined.since))),
      coalesce(max(l.next_nonce - sent.first_nonce), 0),
      extract(epoch from now() - min(l.held_at) filter (where l.hold is not null))
    from chain_lane l, lateral (
      select count(*), min(created_at) as since from (
        select created_at from operation
        where chain_id = l.chain_id and signer = l.signer and transaction_id is null and error is null
        order by sequence limit 1000) o
    ) queued, lateral (
      select coalesce(sum(cardinality(operation_ids)), 0) as count, min(nonce) as first_nonce, (
          select min(o.created_at) from operation o where o.id = any((array_agg(t.operation_ids[1:1] order by nonce))[1:1])
        ) as since
      from (
        select nonce, operation_ids, state from chain_transaction
        where chain_id = l.chain_id and signer = l.signer and state in ('SENT', 'MINED', 'CONFIRMED')
        order by nonce desc limit 1000) t
      where state = 'SENT'
    ) sent, lateral (
      select coalesce(sum(cardinality(operation_ids)), 0) as count, min(held_at) as since from (
        select operation_ids, l.held_at from chain_transaction
        where chain_id = l.chain_id and signer = l.signer and state = 'MINED' and l.hold in ('RPC_DOWN', 'RPC_LAGGING')
        limit 1000) t
    ) mined
    where queued.count + sent.count + mined.count > 0
    group by 1`,
};
