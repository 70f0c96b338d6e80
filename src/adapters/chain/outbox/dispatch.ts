import type { QueuedOperation } from '../../../core/ports/lane-store.ts';
import { quoteFees, type Fees } from '../fees.ts';
import { RpcUnreachable } from '../rpc.ts';
import { chooseAffordable } from './afford.ts';
import { toDrafts } from './drafts.ts';
import { judge, type AcceptableDraft } from './judge.ts';
import { setHold, toSent, type LaneState, type OutboxContext } from './lane-state.ts';
import { settleRefusals } from './refusals.ts';

const MOST_CLAIMED = 2_000;

/**
 * Turns waiting operations into transactions with nonces, which the sender signs: tries them on the newest state first,
 * so that a refusal or an empty wallet costs neither a nonce nor a fee. Answers whether anything moved.
 */
export async function dispatch(
  context: OutboxContext,
  state: LaneState,
  tip: () => Promise<bigint>,
): Promise<boolean> {
  const { settings, gas, head } = context;
  const free = settings.mostInFlight - state.sent.size;
  if (free <= 0) return false;
  // Before they are judged: what is mined meanwhile may not be in the state that they are judged by.
  const oldestSent = findOldestSent(state);
  const claimed = await claim(context, state, oldestSent);
  if (claimed.length === 0) return false;

  const newest = head.current();
  if (newest === undefined) throw new RpcUnreachable('No block is known yet.');
  const fees = quoteFees(newest.baseFee, await tip(), settings.feeCap);
  if (fees === undefined) {
    await setHold(context, state, 'GAS_TOO_HIGH');
    return false;
  }

  const size = Math.min(settings.largestBatch, gas.mostItems('batch'));
  const judgement = await judge(context, state, toDrafts(claimed, size).slice(0, free));
  const { acceptable, balance, blockNumber } = judgement;
  adoptNonce(context, state, judgement.nonce);
  const { drafts, tooDear } = await chooseAffordable(context, state, acceptable, balance, fees);
  if (drafts.length > 0) await reserve(context, state, drafts, fees);
  const refused = [...judgement.refused, ...tooDear];
  const failed = await settleRefusals(context, state, { claimed, refused, blockNumber, oldestSent });
  await setHold(context, state, null);
  return drafts.length + failed > 0;
}

/** The oldest operation that is under way. */
function findOldestSent({ sent }: LaneState): number {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { operations } of sent.values())
    for (const { sequence } of operations) oldest = Math.min(oldest, sequence);
  return oldest;
}

/** What waits, oldest first; parked operations only when everything earlier has been mined. */
async function claim(
  { store }: OutboxContext,
  { lane, parked }: LaneState,
  oldestSent: number,
): Promise<QueuedOperation[]> {
  const fresh = await store.queued(lane, [...parked.keys()], MOST_CLAIMED);
  const ready = [...parked.values()].filter(({ sequence }) => sequence < oldestSent);
  return [...fresh, ...ready].toSorted((a, b) => a.sequence - b.sequence);
}

/** Somebody else used the key while nothing of ours was under way. */
function adoptNonce({ note }: OutboxContext, state: LaneState, nonce: number): void {
  if (nonce <= state.nextNonce || state.sent.size > 0) return;
  note('outside-use', { signer: state.lane.signer, from: state.nextNonce, to: nonce });
  state.nextNonce = nonce;
}

async function reserve(
  { store, settings, note }: OutboxContext,
  state: LaneState,
  drafts: readonly AcceptableDraft[],
  fees: Fees,
): Promise<void> {
  const transactions = drafts.map(({ operations, data, gasLimit }, place) => ({
    nonce: state.nextNonce + place,
    to: settings.hub,
    data,
    gasLimit,
    ...fees,
    operationIds: operations.map(({ id }) => id),
  }));
  const ids = await store.reserve(state.lane, transactions);
  state.nextNonce += transactions.length;
  transactions.forEach(({ nonce, to, data, gasLimit }, place) => {
    const id = ids[place] ?? 0;
    const operations = drafts[place]?.operations ?? [];
    const attempts = [{ attempt: 1, ...fees, signed: null }];
    state.sent.set(id, toSent({ id, nonce, to, data, gasLimit, attempts }, operations));
    for (const operation of operations) state.parked.delete(operation.id);
  });
  note('reserved', { signer: state.lane.signer, transactions: ids.length });
}
