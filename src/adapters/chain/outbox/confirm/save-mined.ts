import { randomBytes } from 'ethers/crypto';
import { hexlify } from 'ethers/utils';
import type { OperationError } from '../../../../core/operations/operation.ts';
import type { MinedTransaction, OperationOutcome, QueuedOperation } from '../../../ports/lane-store.ts';
import { isGasTooLow, toOperationError } from '../../hub/reverts.ts';
import { gasKindOf } from '../submit/group.ts';
import { findEarlierEffects } from '../recover/earlier-effect.ts';
import { findRevert } from '../submit/find-revert.ts';
import { toHex } from '../../rpc/block.ts';
import type { LaneState, MinedState, OutboxContext, SentTransaction } from '../lane-state.ts';
import { showsEffect, toOutcomes } from '../outcomes.ts';
import type { RpcReceipt } from '../../rpc/receipt.ts';
import { tracing } from '../../../../runtime/tracing/tracing.ts';
import { toStage } from '../stage-span.ts';
import { createYieldToEventLoop } from '../../../../runtime/yield-to-event-loop.ts';

export interface FoundTransaction {
  readonly transaction: SentTransaction;
  readonly receipt: RpcReceipt;
}

const OUT_OF_GAS: OperationError = {
  code: 'CONTRACT_REVERT',
  reason: 'OUT_OF_GAS',
  message: 'The transaction ran out of gas.',
};

/** Stores the blocks of mined transactions and the outcomes of their operations, in one commit. */
export async function saveMined(
  context: OutboxContext,
  state: LaneState,
  found: readonly FoundTransaction[],
): Promise<void> {
  if (found.length === 0) return;
  await tracing.span(
    () =>
      toStage(
        'mined',
        state,
        found.map(({ transaction }) => transaction),
      ),
    () => saveAll(context, state, found),
  );
}

async function saveAll(
  context: OutboxContext,
  state: LaneState,
  found: readonly FoundTransaction[],
): Promise<void> {
  const { store, settings, head, gas, note, settled } = context;
  const newest = head.current();
  const mined: (MinedTransaction & Pick<MinedState, 'outOfGas' | 'hasRefusals'>)[] = [];
  const yieldToEventLoop = createYieldToEventLoop();
  for (const { transaction, receipt } of found) {
    await yieldToEventLoop();
    const blockNumber = Number(receipt.blockNumber);
    const read = await readOutcomes(context, state, transaction, receipt);
    const { outOfGas } = read;
    const outcomes = await withoutEarlierEffects(context, state, transaction, read.outcomes);
    const hasRefusals = outcomes.some(({ error }) => error !== null);
    // Any other block is compared with the chain of the newest one before the outcome counts; a refusal is looked at once more.
    const isNewest = receipt.blockHash === newest?.hash;
    const isConfirmed = settings.confirmations <= 1 && isNewest && !outOfGas && !hasRefusals;
    mined.push({
      id: transaction.id,
      state: isConfirmed ? 'CONFIRMED' : 'MINED',
      blockNumber,
      blockHash: receipt.blockHash,
      hash: receipt.transactionHash,
      cost: costOf(receipt),
      outcomes,
      outOfGas,
      hasRefusals,
    });
    const items = Math.max(1, transaction.operations.length);
    const kind = gasKindOf(transaction.operations);
    gas.learn(kind, items, outOfGas ? transaction.gasLimit * 2 : Number(receipt.gasUsed));
  }
  await store.saveMined(state.lane, mined);
  for (const [index, { state: storedState, ...own }] of mined.entries()) {
    const { id, blockNumber, blockHash, outOfGas, hasRefusals } = own;
    const transaction = found[index]?.transaction;
    state.sent.delete(id);
    state.mined.set(id, {
      id,
      nonce: transaction?.nonce ?? 0,
      operationIds: transaction?.operations.map((operation) => operation.id) ?? [],
      blockNumber,
      blockHash,
      outOfGas,
      hasRefusals,
      confirmed: storedState === 'CONFIRMED',
    });
    if (outOfGas) note('out-of-gas', { signer: state.lane.signer, nonce: transaction?.nonce });
  }
  note('mined', { signer: state.lane.signer, transactions: mined.length });
  const confirmed = mined.filter((transaction) => transaction.state === 'CONFIRMED');
  if (confirmed.length > 0) note('confirmed', { signer: state.lane.signer, transactions: confirmed.length });
  settled(confirmed.flatMap(({ outcomes }) => outcomes.map(({ id }) => id)));
}

function costOf({ gasUsed, effectiveGasPrice }: RpcReceipt): bigint | undefined {
  return effectiveGasPrice === undefined ? undefined : BigInt(gasUsed) * BigInt(effectiveGasPrice);
}

/**
 * Removes outcomes of operations that took effect earlier, in a transaction that had been abandoned or lost: a refused or repeated
 * operation gets that transaction's outcome. One whose key belongs to an older operation is queued again with a key of its own.
 */
async function withoutEarlierEffects(
  context: OutboxContext,
  state: LaneState,
  { operations }: SentTransaction,
  outcomes: readonly OperationOutcome[],
): Promise<readonly OperationOutcome[]> {
  const doubtful = new Set(outcomes.flatMap((outcome) => (showsEffect(outcome) ? [] : [outcome.id])));
  if (doubtful.size === 0) return outcomes;
  const requested = operations.filter(({ id }) => doubtful.has(id));
  const earlier = await findEarlierEffects(context, state, requested);
  const own: OperationOutcome[] = [];
  for (const outcome of outcomes) {
    const operation = requested.find(({ id }) => id === outcome.id);
    if (operation === undefined) own.push(outcome);
    else if (await earlier.adopt(operation)) continue;
    else if (outcome.error === null && earlier.hasOldKey(operation))
      await renewKey(context, state, operation);
    else own.push(outcome);
  }
  return own;
}

/** The hub ignored the operation because of an older one, whose Idempotency-Key is free again. */
async function renewKey(
  { store, note }: OutboxContext,
  { lane }: LaneState,
  { id }: QueuedOperation,
): Promise<void> {
  await store.renewKeys(lane, [{ operationId: id, opKey: hexlify(randomBytes(32)) }]);
  note('key-renewed', { signer: lane.signer, operation: id });
}

async function readOutcomes(
  context: OutboxContext,
  state: LaneState,
  { operations, gasLimit, data, to }: SentTransaction,
  receipt: RpcReceipt,
): Promise<{ readonly outcomes: readonly OperationOutcome[]; readonly outOfGas: boolean }> {
  const hub = operations[0]?.hub ?? 0;
  if (receipt.status === '0x1') {
    const outcomes = toOutcomes(operations, receipt, to);
    return { outcomes: await explain(context, outcomes, hub), outOfGas: false };
  }
  const call = { from: state.lane.signer, to, data, gas: toHex(gasLimit) };
  const mined = { hash: receipt.transactionHash, blockNumber: Number(receipt.blockNumber) };
  const revert = await findRevert(context.rpc, call, mined);
  if (revert !== undefined && !isGasTooLow(revert)) {
    const error = await context.windows.explain(toOperationError(revert, hub), hub);
    return { outcomes: operations.map(({ id }) => ({ id, error, result: null })), outOfGas: false };
  }
  const outOfGas = revert !== undefined || Number(receipt.gasUsed) >= gasLimit * 0.95;
  const error = outOfGas ? OUT_OF_GAS : toOperationError('0x');
  return { outcomes: operations.map(({ id }) => ({ id, error, result: null })), outOfGas };
}

/** Adds details to the errors of rejected items of a batch. */
async function explain(
  { windows }: OutboxContext,
  outcomes: readonly OperationOutcome[],
  hub: number,
): Promise<readonly OperationOutcome[]> {
  if (outcomes.every(({ error }) => error === null)) return outcomes;
  return Promise.all(
    outcomes.map(async (outcome) => ({
      ...outcome,
      error: outcome.error && (await windows.explain(outcome.error, hub)),
    })),
  );
}
