import type { OperationHold } from '../../../core/operations/operation.ts';
import { LaneLost, type Lane, type LaneStore } from '../../ports/lane-store.ts';
import { AT_NONCE, EFFECTS, NEXT_BLOCK, RENEW_KEYS } from './effect-statements.ts';
import * as statements from './lane-statements.ts';
import { toQueuedOperation, toTransaction } from './lane-rows.ts';
import type { Sql, Statement } from '../connection/sql.ts';

/**
 * Lanes, their transactions and attempts in the database; every write checks the owner's fence. Operations of other hubs than
 * those at `places` wait.
 */
export function createLaneStore(sql: Sql, chainId: bigint, places: readonly number[] = [0]): LaneStore {
  const chain = String(chainId);

  /** Runs a statement of a lane's owner and returns its row. Throws LaneLost when the lane has another owner. */
  async function write(statement: Statement, { signer, owner, fence }: Lane, ...values: unknown[]) {
    const [row] = await sql.query(statement, [chain, signer, owner, fence, ...values]);
    if (row === undefined || row[0] !== true) throw new LaneLost(signer);
    return row;
  }

  return {
    async take(owner, leaseMs, except = []) {
      const rows = await sql.query(statements.TAKE, [chain, owner, leaseMs, except]);
      return rows.map(([signer, fence, nextNonce, hold]) => ({
        signer: String(signer),
        owner,
        fence: Number(fence),
        nextNonce: nextNonce == null ? null : Number(nextNonce),
        hold: typeof hold === 'string' ? (hold as OperationHold) : null,
      }));
    },
    async renew(lanes, leaseMs) {
      const rows = await sql.query(statements.RENEW, [chain, JSON.stringify(lanes), leaseMs]);
      return new Map(rows.map(([signer, hasQueued]) => [String(signer), hasQueued === true]));
    },
    async release(lanes) {
      await sql.query(statements.RELEASE_LANES, [chain, JSON.stringify(lanes)]);
    },
    async hold(lane, reason) {
      await write(statements.HOLD, lane, reason);
    },

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

    async reject(lane, rejections) {
      await write(statements.REFUSE, lane, JSON.stringify(rejections));
    },
    async saveMined(lane, transactions) {
      await write(
        statements.SAVE_MINED,
        lane,
        JSON.stringify(transactions.map(toMinedRecord)),
        JSON.stringify(
          transactions.flatMap(({ id, outcomes }) =>
            outcomes.map((outcome) => ({ ...outcome, transaction_id: id })),
          ),
        ),
      );
    },
    async confirm(lane, ids) {
      await write(statements.ADVANCE_TRANSACTIONS, lane, ids, 'MINED', 'CONFIRMED');
    },
    async finalize(lane, ids) {
      await write(statements.ADVANCE_TRANSACTIONS, lane, ids, 'CONFIRMED', 'FINALIZED');
    },
    async unmine(lane, ids) {
      await write(statements.UNMINE, lane, ids);
    },
    async reopen(lane, nonce, hubs) {
      const [, ids] = await write(statements.REOPEN, lane, nonce, hubs);
      return JSON.parse(String(ids ?? '[]')) as number[];
    },
    async reopenAbove(blockNumber, hubs) {
      return (await sql.query(statements.REOPEN_ABOVE, [chain, blockNumber, hubs])).length;
    },
    async requeue(lane, transactionId, state, operationIds) {
      await write(statements.REQUEUE, lane, transactionId, state, operationIds);
    },
    async revive(lane, nonce) {
      const [, id] = await write(statements.REVIVE, lane, nonce);
      return typeof id === 'string' ? (await this.transactions([Number(id)]))[0] : undefined;
    },
    async effects({ signer }, traces) {
      if (traces.length === 0) return [];
      const columns = [
        traces.map(({ id }) => id),
        traces.map(({ opKey }) => opKey),
        traces.map(({ passportId = null }) => passportId),
        traces.map(({ giveaway = null }) => giveaway),
        traces.map(({ event = null }) => event),
        traces.map(({ round = null }) => round),
      ];
      const rows = await sql.query(EFFECTS, [signer, ...columns]);
      return rows.map(([id, hash, transactionId, isOld]) => ({
        operationId: String(id),
        hash: String(hash),
        transactionId: transactionId == null ? null : Number(transactionId),
        isOld: isOld === true,
      }));
    },
    async nextBlock() {
      const [row] = await sql.query(NEXT_BLOCK, [chain]);
      return row && Number(row[0]);
    },
    async atNonce({ signer }, nonce) {
      const [row] = await sql.query(AT_NONCE, [chain, signer, nonce]);
      return row && { id: Number(row[0]), hashes: JSON.parse(String(row[1])) as string[] };
    },
    async renewKeys(lane, keys) {
      const records = keys.map(({ operationId, opKey }) => ({ id: operationId, op_key: opKey }));
      await write(RENEW_KEYS, lane, JSON.stringify(records));
    },
    async adopt(lane, operationId, transaction) {
      await write(
        statements.ADOPT,
        lane,
        operationId,
        JSON.stringify([toMinedRecord(transaction)]),
        JSON.stringify(transaction.outcomes),
      );
    },

    async highestBlock() {
      const [row] = await sql.query(statements.HIGHEST_BLOCK, [chain]);
      return Number(row?.[0] ?? 0);
    },
  };
}

function toMinedRecord({ id, state, blockNumber, blockHash, hash, cost }: MinedRecord) {
  return { id, state, block_number: blockNumber, block_hash: blockHash, hash, cost: cost?.toString() };
}

type MinedRecord = Parameters<LaneStore['saveMined']>[1][number];
