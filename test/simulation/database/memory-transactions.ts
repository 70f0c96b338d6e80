import type { LaneStore, LaneTransaction, MinedTransaction } from '../../../src/adapters/ports/lane-store.ts';
import { requireHeld, rowsOf } from './memory-lanes.ts';
import {
  duplicateKey,
  setOf,
  updateOperation,
  updateTransaction,
  type Immediate,
  type Tables,
  type TransactionRow,
} from './tables.ts';

/** Transactions before they are mined, as src/adapters/postgres/operations states them in SQL. */
export function memoryAttempts(tables: Tables) {
  const { transactions, byNonce, byHash, open } = tables;
  return {
    open: ({ signer }) => inOrder(tables, [...setOf(open, signer)]),
    transactions: (ids) => inOrder(tables, transactionsOf(tables, ids)),
    reserve(lane, added) {
      const row = requireHeld(tables, lane);
      const { signer } = lane;
      if (added.some(({ nonce }) => byNonce.has(`${signer} ${nonce}`)))
        throw duplicateKey('chain_transaction_chain_id_signer_nonce_key');
      const ids: number[] = [];
      for (const transaction of added.toSorted((one, other) => one.nonce - other.nonce)) {
        const { nonce, to, data, gasLimit, operationIds, maxFeePerGas, maxPriorityFeePerGas } = transaction;
        const id = transactions.size + 1;
        const stored: TransactionRow = {
          id,
          signer,
          nonce,
          to,
          data,
          gasLimit,
          operationIds,
          state: 'SENT',
          updatedAt: 0,
          blockNumber: null,
          blockHash: null,
          hash: null,
          attempts: [{ attempt: 1, maxFeePerGas, maxPriorityFeePerGas, raw: null, hash: null }],
        };
        transactions.set(id, stored);
        byNonce.set(`${signer} ${nonce}`, stored);
        updateTransaction(tables, stored, {});
        for (const operation of rowsOf(tables, operationIds))
          if (operation.transactionId === null && operation.error === null)
            updateOperation(tables, operation, { transactionId: id });
        row.nextNonce = Math.max(row.nextNonce ?? 0, nonce + 1);
        ids.push(id);
      }
      return ids;
    },
    reserveAttempts(lane, attempts) {
      requireHeld(tables, lane);
      for (const { transactionId, attempt } of attempts)
        if (transactions.get(transactionId)?.attempts.some((each) => each.attempt === attempt) === true)
          throw duplicateKey('chain_attempt_pkey');
      for (const { transactionId, attempt, maxFeePerGas, maxPriorityFeePerGas } of attempts)
        transactions
          .get(transactionId)
          ?.attempts.push({ attempt, maxFeePerGas, maxPriorityFeePerGas, raw: null, hash: null });
    },
    saveSigned(lane, attempts) {
      requireHeld(tables, lane);
      for (const { transactionId, attempt: number, raw, hash } of attempts) {
        const transaction = transactions.get(transactionId);
        const attempt = transaction?.attempts.find((each) => each.attempt === number);
        if (transaction === undefined || attempt === undefined || attempt.raw !== null) continue;
        if (byHash.has(hash)) throw duplicateKey('chain_attempt_hash_key');
        attempt.raw = raw;
        attempt.hash = hash;
        byHash.set(hash, transaction);
      }
    },
    markBroadcast: (lane) => void requireHeld(tables, lane),
    atNonce({ signer }, nonce) {
      const row = byNonce.get(`${signer} ${nonce}`);
      return row && { id: row.id, hashes: row.attempts.flatMap(({ hash }) => hash ?? []) };
    },
    highestBlock: () =>
      [...transactions.values()].reduce((highest, { blockNumber }) => Math.max(highest, blockNumber ?? 0), 0),
  } satisfies Partial<Immediate<LaneStore>>;
}

/** What became of transactions and their operations. */
export function memoryOutcomes(tables: Tables) {
  const { transactions, operations } = tables;

  function advance(ids: readonly number[], from: string, state: 'CONFIRMED' | 'FINALIZED'): void {
    for (const row of transactionsOf(tables, ids))
      if (row.state === from) updateTransaction(tables, row, { state });
  }

  function mine({ id, state, blockNumber, blockHash, hash }: MinedTransaction): TransactionRow | undefined {
    const row = transactions.get(id);
    if (row) updateTransaction(tables, row, { state, blockNumber, blockHash, hash });
    return row;
  }

  return {
    saveMined(lane, mined) {
      requireHeld(tables, lane);
      for (const transaction of mined) {
        mine(transaction);
        for (const { id, error, result } of transaction.outcomes) {
          const row = operations.get(id);
          if (row?.transactionId === transaction.id) updateOperation(tables, row, { error, result });
        }
      }
    },
    confirm(lane, ids) {
      requireHeld(tables, lane);
      advance(ids, 'MINED', 'CONFIRMED');
    },
    finalize(lane, ids) {
      requireHeld(tables, lane);
      advance(ids, 'CONFIRMED', 'FINALIZED');
    },
    unmine(lane, ids) {
      requireHeld(tables, lane);
      const unmined = transactionsOf(tables, ids);
      for (const row of unmined)
        updateTransaction(tables, row, { state: 'SENT', blockNumber: null, blockHash: null, hash: null });
      for (const row of rowsOf(
        tables,
        unmined.flatMap(({ operationIds }) => operationIds),
      ))
        if (unmined.some(({ id }) => id === row.transactionId))
          updateOperation(tables, row, { error: null, result: null });
    },
    adopt(lane, operationId, transaction) {
      requireHeld(tables, lane);
      const row = mine(transaction);
      if (row === undefined) return;
      if (!row.operationIds.includes(operationId))
        updateTransaction(tables, row, { operationIds: [...row.operationIds, operationId] });
      const operation = operations.get(operationId);
      const outcome = transaction.outcomes.find(({ id }) => id === operationId);
      if (operation === undefined || outcome === undefined) return;
      const { error, result } = outcome;
      updateOperation(tables, operation, { transactionId: row.id, error, result });
    },
    requeue(lane, transactionId, state, operationIds) {
      requireHeld(tables, lane);
      const row = transactions.get(transactionId);
      if (row) updateTransaction(tables, row, { state });
      for (const operation of rowsOf(tables, operationIds)) {
        if (operation.transactionId !== transactionId) continue;
        const earlier = [...operation.earlier, transactionId];
        updateOperation(tables, operation, { transactionId: null, error: null, result: null, earlier });
      }
    },
    ...memoryReopening(tables),
  } satisfies Partial<Immediate<LaneStore>>;
}

/** Transactions that count as open again. */
function memoryReopening(tables: Tables) {
  const { transactions, byNonce } = tables;

  function reopen(rows: readonly TransactionRow[]): number[] {
    for (const row of rows) updateTransaction(tables, row, { state: 'CONFIRMED' });
    return rows.map(({ id }) => id);
  }

  const finalTo = (hubs: readonly string[]) =>
    [...transactions.values()].filter(({ state, to }) => state === 'FINALIZED' && hubs.includes(to));

  return {
    reopen(lane, nonce, hubs) {
      requireHeld(tables, lane);
      return reopen(finalTo(hubs).filter((row) => row.signer === lane.signer && row.nonce >= nonce));
    },
    reopenAbove: (number, hubs) =>
      reopen(finalTo(hubs).filter(({ blockNumber }) => (blockNumber ?? 0) > number)).length,
    revive(lane, nonce) {
      requireHeld(tables, lane);
      const row = byNonce.get(`${lane.signer} ${nonce}`);
      if (row?.state !== 'REPLACED' && row?.state !== 'FINALIZED') return undefined;
      updateTransaction(tables, row, { state: 'SENT' });
      return toTransaction(tables, row);
    },
  } satisfies Partial<Immediate<LaneStore>>;
}

function transactionsOf({ transactions }: Tables, ids: readonly number[]): TransactionRow[] {
  return [...new Set(ids)].flatMap((id) => transactions.get(id) ?? []);
}

function inOrder(tables: Tables, rows: readonly TransactionRow[]): LaneTransaction[] {
  return rows.toSorted((one, other) => one.nonce - other.nonce).map((row) => toTransaction(tables, row));
}

function toTransaction(tables: Tables, row: TransactionRow): LaneTransaction {
  const { id, nonce, to, data, gasLimit, operationIds, state, blockNumber, blockHash, hash, attempts } = row;
  const refusals = rowsOf(tables, operationIds).flatMap(({ transactionId, error }) =>
    transactionId === id && error !== null ? [error.reason] : [],
  );
  return {
    id,
    nonce,
    to,
    data,
    gasLimit,
    operationIds,
    state,
    mined:
      blockNumber === null
        ? null
        : {
            blockNumber,
            blockHash: String(blockHash),
            hash: String(hash),
            outOfGas: refusals.includes('OUT_OF_GAS'),
            hasRefusals: refusals.length > 0,
          },
    attempts: attempts
      .toSorted((one, other) => one.attempt - other.attempt)
      .map(({ attempt, maxFeePerGas, maxPriorityFeePerGas, raw, hash: signedHash }) => ({
        attempt,
        maxFeePerGas,
        maxPriorityFeePerGas,
        signed: raw === null || signedHash === null ? null : { raw, hash: signedHash },
      })),
  };
}
