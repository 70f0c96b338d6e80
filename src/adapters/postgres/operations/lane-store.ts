import type { LaneStore } from '../../ports/lane-store.ts';
import type { Sql } from '../connection/sql.ts';
import { openLanes, type LaneAccess } from './lane-access.ts';
import { laneLeases } from './lane-leases.ts';
import { laneOutcomes } from './lane-outcomes.ts';
import { laneRecovery } from './lane-recovery.ts';
import { toQueuedOperation, toTransaction } from './lane-rows.ts';
import * as statements from './lane-statements.ts';

/**
 * Lanes, their transactions and attempts in the database; every write checks the owner's fence. Operations of other hubs than
 * those at `places` wait.
 */
export function createLaneStore(sql: Sql, chainId: bigint, places: readonly number[] = [0]): LaneStore {
  const lanes = openLanes(sql, chainId);
  return {
    ...laneLeases(lanes),
    ...laneReads(lanes, places),
    ...laneAttempts(lanes),
    ...laneOutcomes(lanes),
    ...laneRecovery(lanes),
  };
}

function laneReads({ sql, chain }: LaneAccess, places: readonly number[]) {
  return {
    async queued({ signer }, except, limit) {
      const rows = await sql.query(statements.QUEUED_OPERATIONS, [chain, signer, except, limit, places]);
      return rows.map(toQueuedOperation);
    },
    async open({ signer }) {
      return (await sql.query(statements.OPEN, [chain, signer])).map(toTransaction);
    },
    async operations(ids) {
      return (await sql.query(statements.OPERATIONS, [ids])).map(toQueuedOperation);
    },
    async transactions(ids) {
      return (await sql.query(statements.TRANSACTIONS, [ids])).map(toTransaction);
    },
  } satisfies Partial<LaneStore>;
}

/** Transactions and their attempts, before they are mined. */
function laneAttempts({ write }: LaneAccess) {
  return {
    async reserve(lane, transactions) {
      const records = transactions.map((transaction) => ({
        nonce: transaction.nonce,
        to_address: transaction.to,
        data: transaction.data.slice(2),
        gas_limit: transaction.gasLimit,
        operation_ids: transaction.operationIds,
        max_fee: String(transaction.maxFeePerGas),
        tip: String(transaction.maxPriorityFeePerGas),
      }));
      const [, ids] = await write(statements.RESERVE, lane, JSON.stringify(records));
      return JSON.parse(String(ids)) as number[];
    },
    async reserveAttempts(lane, attempts) {
      const records = attempts.map(({ transactionId, attempt, maxFeePerGas, maxPriorityFeePerGas }) => ({
        transaction_id: transactionId,
        attempt,
        max_fee: String(maxFeePerGas),
        tip: String(maxPriorityFeePerGas),
      }));
      await write(statements.RESERVE_ATTEMPTS, lane, JSON.stringify(records));
    },
    async saveSigned(lane, attempts) {
      const records = attempts.map(({ transactionId, attempt, raw, hash }) => ({
        transaction_id: transactionId,
        attempt,
        raw: raw.slice(2),
        hash,
      }));
      await write(statements.SAVE_SIGNED, lane, JSON.stringify(records));
    },
    async markBroadcast(lane, attempts) {
      const records = attempts.map(({ transactionId, attempt }) => ({
        transaction_id: transactionId,
        attempt,
      }));
      await write(statements.MARK_BROADCAST, lane, JSON.stringify(records));
    },
  } satisfies Partial<LaneStore>;
}
