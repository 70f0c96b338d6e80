import { bumpFees, quoteFees } from '../../rpc/fees.ts';
import { encodeNoOp } from '../../hub/hub-calls.ts';
import { hubAddressAt } from '../hub-address.ts';
import { toMined, toSent, type LaneState, type OutboxContext, type SentTransaction } from '../lane-state.ts';
import { saveMined } from '../confirm/save-mined.ts';
import { findNonceUse } from '../broadcast/nonce-use.ts';
import { lookUp } from '../confirm/confirm.ts';
import { isBeyondReorgs } from '../confirm/finality.ts';
import { toFees, toSigned } from './lost-transaction.ts';
import { wouldRepeat } from './trace.ts';

const FILLER_GAS = 60_000;

/**
 * Handles transactions that should have been mined by now: looks for them by every attempt's hash, finds out which other
 * transaction used their nonce, sends the same bytes again, and raises their fee. Returns whether there is something to sign or send.
 */
export async function resendStuck(
  context: OutboxContext,
  state: LaneState,
  tip: () => Promise<bigint>,
): Promise<boolean> {
  const { settings, rpc, head, now, note } = context;
  const open = [...state.sent.values()].filter(({ overtakenUntil }) => overtakenUntil <= now());
  const first = open.reduce<SentTransaction | undefined>(
    (lowest, each) => (lowest && lowest.nonce < each.nonce ? lowest : each),
    undefined,
  );
  const newest = head.current();
  if (!first || !newest) {
    await state.holds.set('stuck', null);
    return false;
  }
  // A transaction that was never sent is left to broadcast.ts.
  if (first.sentBlock === 0 || now() - first.sentAt < settings.rebroadcastMs) return false;

  const nonce = Number(await rpc.call('eth_getTransactionCount', [state.lane.signer, 'latest']));
  if (nonce > first.nonce) {
    const found = await lookUp(context, state.sent.values());
    await saveMined(context, state, found);
    const isFound = found.some(({ transaction }) => transaction === first);
    if (isFound) await state.holds.set('stuck', null);
    else await abandonIfReplaced(context, state, first);
    return false;
  }
  if (nonce < first.nonce) return fillGap(context, state, nonce, tip);

  const again = open.filter(
    ({ accepted, attempts, sentAt }) =>
      accepted === attempts.length && now() - sentAt >= settings.rebroadcastMs,
  );
  for (const transaction of again) transaction.accepted = 0;
  if (again.length > 0) note('rebroadcast', { signer: state.lane.signer, transactions: again.length });
  await bump(context, state, open, tip);
  return true;
}

/**
 * Abandons a transaction only when another one with its nonce is on the chain, with enough confirmations. Where the contracts would
 * carry out an operation again, that one must be final: a reorganisation could free the nonce, and ours be mined after all.
 */
async function abandonIfReplaced(
  context: OutboxContext,
  state: LaneState,
  transaction: SentTransaction,
): Promise<void> {
  const { rpc, head, settings, store, note, now } = context;
  const newest = head.current()?.number ?? 0;
  const { signer } = state.lane;
  const use = await findNonceUse(rpc, signer, transaction.nonce, newest);
  if (use === undefined) {
    // The nonce is used, but it is unknown by which transaction: sending again could execute the operations twice.
    await state.holds.set('stuck', 'SIGNER_PAUSED');
    return;
  }
  const isOurs = transaction.attempts.some(({ signed }) => signed?.hash === use.hash);
  if (!isOurs && (await addLostAttempt(context, state, transaction, toSigned(use.transaction, use.hash)))) {
    await saveMined(context, state, await lookUp(context, [transaction]));
    return;
  }
  if (isOurs || newest - use.blockNumber + 1 < settings.confirmations) return;
  if (transaction.operations.some(wouldRepeat) && !(await isBeyondReorgs(head, use.blockNumber))) {
    transaction.overtakenUntil = now() + settings.rebroadcastMs;
    await state.holds.set('stuck', null);
    return;
  }
  const ids = transaction.operations.map(({ id }) => id);
  await store.requeue(state.lane, transaction.id, 'REPLACED', ids);
  state.sent.delete(transaction.id);
  state.nextNonce = Math.max(state.nextNonce, transaction.nonce + 1);
  note('outside-use', { signer, nonce: transaction.nonce, hash: use.hash, requeued: ids.length });
  await state.holds.set('stuck', null);
}

/**
 * Adds the attempt that the chain has, if it differs from ours in its fees alone: it was made after the backup that the database was
 * restored from.
 */
async function addLostAttempt(
  { store, note }: OutboxContext,
  { lane }: LaneState,
  transaction: SentTransaction,
  signed: ReturnType<typeof toSigned>,
): Promise<boolean> {
  if (signed?.hash == null || signed.data !== transaction.data) return false;
  if (signed.to?.toLowerCase() !== transaction.to.toLowerCase()) return false;
  const { hash, serialized: raw } = signed;
  const added = { transactionId: transaction.id, attempt: transaction.attempts.length + 1 };
  await store.reserveAttempts(lane, [{ ...added, ...toFees(signed) }]);
  await store.saveSigned(lane, [{ ...added, raw, hash }]);
  transaction.attempts.push({ attempt: added.attempt, ...toFees(signed), signed: { raw, hash } });
  transaction.accepted = transaction.attempts.length;
  note('adopted', { signer: lane.signer, nonce: transaction.nonce, transaction: hash });
  return true;
}

/**
 * Fills a nonce below all of ours that is unused: another use of it was reorged away, or never happened. Our transactions
 * cannot be mined before it is used.
 */
async function fillGap(
  context: OutboxContext,
  state: LaneState,
  nonce: number,
  tip: () => Promise<bigint>,
): Promise<boolean> {
  const { store, head, settings, note } = context;
  const overtaken = [...state.sent.values()].find((sent) => sent.nonce === nonce);
  if (overtaken) {
    // A reorganisation has freed its nonce.
    overtaken.overtakenUntil = Number.NEGATIVE_INFINITY;
    return false;
  }
  const isKnown = [...state.mined.values()].some((mined) => mined.nonce === nonce);
  const fees = quoteFees(head.current()?.baseFee ?? 0n, await tip(), settings.feeCap());
  // If it is our own mined transaction, the node lags behind, or a reorg will be noticed soon.
  if (isKnown || !fees) return false;
  if (await reopenFinal(context, state, nonce)) return false;
  const revived = await store.revive(state.lane, nonce);
  if (revived) {
    // Its operations belong to other transactions, or to an earlier chain: it only uses its nonce. The contracts execute each of
    // them once; those that they would repeat were given up when no reorganisation could free the nonce.
    state.sent.set(revived.id, toSent(revived, []));
    note('gap-filled', { signer: state.lane.signer, nonce, revived: true });
    return true;
  }
  const filler = {
    nonce,
    to: hubAddressAt(settings.hubs),
    data: encodeNoOp(),
    gasLimit: FILLER_GAS,
    ...fees,
    operationIds: [],
  };
  const [id] = await store.reserve(state.lane, [filler]);
  if (id === undefined) return false;
  state.sent.set(id, toSent({ id, ...filler, attempts: [{ attempt: 1, ...fees, signed: null }] }, []));
  note('gap-filled', { signer: state.lane.signer, nonce });
  return true;
}

/**
 * The chain continues from an older state when final transactions of ours have nonces that are unused: a check of the blocks then
 * sends them again. Returns whether there are any.
 */
async function reopenFinal(
  { settings, store, note }: OutboxContext,
  state: LaneState,
  nonce: number,
): Promise<boolean> {
  const ids = await store.reopen(state.lane, nonce, [...settings.hubs.values()]);
  if (ids.length === 0) return false;
  for (const transaction of await store.transactions(ids)) {
    const mined = toMined(transaction);
    if (mined) state.mined.set(mined.id, mined);
  }
  state.reorgs = -1;
  note('chain-went-back', { signer: state.lane.signer, nonce, transactions: ids.length });
  return true;
}

/** Raises the fee of transactions that were refused because of it, or have waited for several blocks. */
async function bump(
  context: OutboxContext,
  state: LaneState,
  open: readonly SentTransaction[],
  tip: () => Promise<bigint>,
): Promise<void> {
  const { settings, head, store, note } = context;
  const newest = head.current();
  if (!newest) return;
  const slow = open.filter(
    ({ underpriced, sentBlock, attempts }) =>
      attempts.at(-1)?.signed &&
      (underpriced || (sentBlock > 0 && newest.number - sentBlock >= settings.bumpAfterBlocks)),
  );
  if (slow.length === 0) {
    await state.holds.set('stuck', null);
    return;
  }
  const quote = quoteFees(newest.baseFee, await tip(), settings.feeCap());
  const attempts = slow.flatMap((transaction) => {
    const last = transaction.attempts.at(-1);
    const fees = quote && last && bumpFees(last, quote, settings.feeCap());
    return fees ? [{ transaction, attempt: transaction.attempts.length + 1, ...fees }] : [];
  });
  if (attempts.length === 0) {
    await state.holds.set('stuck', 'GAS_TOO_HIGH');
    return;
  }
  await store.reserveAttempts(
    state.lane,
    attempts.map(({ transaction, ...attempt }) => ({ ...attempt, transactionId: transaction.id })),
  );
  for (const { transaction, ...attempt } of attempts) {
    transaction.attempts.push({ ...attempt, signed: null });
    transaction.underpriced = false;
    transaction.sentBlock = 0;
    transaction.notBefore = Number.NEGATIVE_INFINITY;
  }
  await state.holds.set('stuck', null);
  note('fee-bumped', { signer: state.lane.signer, transactions: attempts.length });
}
