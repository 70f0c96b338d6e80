import { toBroadcastResponse, type BroadcastResponse } from '../../rpc/rpc-errors.ts';
import type { LaneState, OutboxContext, SentTransaction } from '../lane-state.ts';
import { callInChunks } from '../../rpc/rpc-chunks.ts';
import { toFailureFacts } from '../failure-facts.ts';
import { tracing } from '../../../../runtime/tracing/tracing.ts';
import { toStage } from '../stage-span.ts';
import { SigningFailed } from './signing-failed.ts';

const RETRY_MS = 150;
const REFUSED_RETRY_MS = 1_000;

/** Signs reserved transactions, stores the signed bytes, then sends them to the node. Returns whether all are accepted. */
export async function broadcast(context: OutboxContext, state: LaneState): Promise<boolean> {
  await sign(context, state);
  await sendSigned(context, state);
  for (const { accepted, attempts } of state.sent.values()) if (accepted < attempts.length) return false;
  await state.holds.set('broadcast', null);
  return true;
}

interface Unsigned {
  readonly transaction: SentTransaction;
  readonly attempt: SentTransaction['attempts'][number];
  readonly attemptIndex: number;
}

async function sign(context: OutboxContext, state: LaneState): Promise<void> {
  const unsigned = [...state.sent.values()].flatMap((transaction) =>
    transaction.attempts.flatMap((attempt, attemptIndex) =>
      attempt.signed ? [] : [{ transaction, attempt, attemptIndex }],
    ),
  );
  if (unsigned.length === 0) return;
  await tracing.span(
    () =>
      toStage(
        'sign',
        state,
        unsigned.map(({ transaction }) => transaction),
      ),
    () => signAll(context, state, unsigned),
  );
}

async function signAll(
  { settings, signer, store }: OutboxContext,
  { lane }: LaneState,
  unsigned: readonly Unsigned[],
): Promise<void> {
  // The same fields give the same bytes (RFC 6979): signing again after a crash creates no second transaction.
  const signed = await signer
    .signTransactions(
      lane.signer,
      unsigned.map(({ transaction: { nonce, to, data, gasLimit }, attempt }) => ({
        chainId: settings.chainId,
        nonce,
        to,
        data,
        gasLimit: BigInt(gasLimit),
        maxFeePerGas: attempt.maxFeePerGas,
        maxPriorityFeePerGas: attempt.maxPriorityFeePerGas,
      })),
    )
    .catch((error: unknown) => {
      throw new SigningFailed(lane.signer, error);
    });
  const attempts = unsigned.flatMap(({ transaction, attempt, attemptIndex }, index) => {
    const bytes = signed[index];
    return bytes ? [{ transaction, attempt, attemptIndex, ...bytes }] : [];
  });
  await store.saveSigned(
    lane,
    attempts.map(({ transaction, attempt, raw, hash }) => ({
      transactionId: transaction.id,
      attempt: attempt.attempt,
      raw,
      hash,
    })),
  );
  for (const { transaction, attempt, attemptIndex, raw, hash } of attempts)
    transaction.attempts[attemptIndex] = { ...attempt, signed: { raw, hash } };
}

async function sendSigned(context: OutboxContext, state: LaneState): Promise<void> {
  const { now } = context;
  const due = [...state.sent.values()]
    .filter(
      ({ attempts, accepted, notBefore }) =>
        accepted < attempts.length && attempts.at(-1)?.signed && notBefore <= now(),
    )
    .toSorted((a, b) => a.nonce - b.nonce);
  if (due.length === 0) return;
  await tracing.span(
    () => toStage('broadcast', state, due),
    () => sendDue(context, state, due),
  );
}

async function sendDue(
  { rpc, store, now, note, head }: OutboxContext,
  state: LaneState,
  due: readonly SentTransaction[],
): Promise<void> {
  const outcomes = await callInChunks(
    rpc,
    due.map(({ attempts }) => ({
      method: 'eth_sendRawTransaction',
      params: [attempts.at(-1)?.signed?.raw],
    })),
  );

  const taken: SentTransaction[] = [];
  const refused = new Map<BroadcastResponse, number>();
  let words: unknown;
  due.forEach((transaction, index) => {
    const response = toBroadcastResponse(outcomes[index]);
    if (response === 'accepted' || response === 'nonce-too-low') {
      // A used nonce needs no more sending; confirm.ts finds out who used it.
      transaction.accepted = transaction.attempts.length;
      transaction.sentAt = now();
      transaction.sentBlock ||= head.current()?.number ?? 0;
      taken.push(transaction);
    } else {
      const isTrouble = response !== 'unknown' && response !== 'busy' && response !== 'nonce-too-high';
      transaction.underpriced ||= response === 'fee-too-low' || response === 'replacement-underpriced';
      transaction.notBefore = now() + (isTrouble ? REFUSED_RETRY_MS : RETRY_MS);
      transaction.sentBlock ||= head.current()?.number ?? 0;
    }
    if (response === 'accepted') return;
    refused.set(response, (refused.get(response) ?? 0) + 1);
    words ??= outcomes[index];
  });
  if (refused.size > 0) {
    const counts = Object.fromEntries(refused);
    note('broadcast-refused', { signer: state.lane.signer, ...counts, ...toFailureFacts(words) });
  }
  if (taken.length > 0) {
    note('broadcast', { signer: state.lane.signer, transactions: taken.length });
    await store.markBroadcast(
      state.lane,
      taken.map(({ id, attempts }) => ({ transactionId: id, attempt: attempts.length })),
    );
  }
  const { holds } = state;
  // Bytes that every node refuses are a defect of this service, for an operator to examine.
  if (refused.has('invalid')) await holds.set('broadcast', 'SIGNER_PAUSED');
  else if (refused.has('insufficient-funds')) await holds.set('broadcast', 'INSUFFICIENT_FUNDS');
  else if (taken.length === 0 && refused.has('unknown')) await holds.set('broadcast', 'RPC_DOWN');
  else if (taken.length > 0 && holds.get('broadcast') !== 'SIGNER_PAUSED') await holds.set('broadcast', null);
}
