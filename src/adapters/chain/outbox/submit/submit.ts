import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { quoteFees, type Fees } from '../../rpc/fees.ts';
import { RpcUnreachable } from '../../rpc/rpc.ts';
import { chooseAffordable } from './budget.ts';
import { toDraft, toGroups } from './group.ts';
import { judge, type AcceptableDraft } from './simulate.ts';
import { toSent, type LaneState, type OutboxContext } from '../lane-state.ts';
import { settleRefusals } from './rejections.ts';

const MOST_CLAIMED = 1_000;
// What is sent together is mined, read and saved together.
const MOST_CLAIMED_GENTLY = 100;
// While the next share is judged, the sender is busy with the last.
const MOST_DRAFTS = 64;
const MOST_OPERATIONS = 400;

/**
 * Turns waiting operations into transactions with nonces, which the sender signs: tries them on the newest state first,
 * so that a refusal or an empty wallet costs neither a nonce nor a fee. `reserved` is told of each share that is ready.
 * Answers whether anything moved.
 */
export async function dispatch(
  context: OutboxContext,
  state: LaneState,
  tip: () => Promise<bigint>,
  reserved: () => void,
): Promise<boolean> {
  const { settings, gas, head, pace } = context;
  const free = settings.mostInFlight - state.sent.size;
  if (free <= 0) return false;
  const size = Math.min(settings.largestBatch, gas.mostItems('batch'));
  const most = pace.isGentle() ? MOST_CLAIMED_GENTLY : MOST_CLAIMED;
  const claimed = await claim(context, state, Math.min(most, free * size));
  if (claimed.length === 0) {
    await state.holds.set('fees', null);
    return false;
  }

  const newest = head.current();
  if (newest === undefined) throw new RpcUnreachable('No block is known yet.');
  const fees = quoteFees(newest.baseFee, await tip(), settings.feeCap);
  if (fees === undefined) {
    await state.holds.set('fees', 'GAS_TOO_HIGH');
    return false;
  }
  await state.holds.set('fees', null);

  const open = new Set(claimed);
  let moved = false;
  for (const share of toShares(toGroups(claimed, size).slice(0, free))) {
    const judged = share.flat().toSorted(bySequence);
    // Before they are judged: what is mined meanwhile may not be in the state that they are judged by.
    const oldestOpen = Math.min(findOldestSent(state), findOldest(open, judged));
    const judgement = await judge(context, state, share.map(toDraft));
    const { acceptable, balance, blockNumber } = judgement;
    adoptNonce(context, state, judgement.nonce);
    const affordable = await chooseAffordable(context, state, acceptable, balance, fees);
    if (affordable.drafts.length > 0) await reserve(context, state, affordable.drafts, fees);
    reserved();
    const refused = [...judgement.refused, ...affordable.tooDear];
    const failed = await settleRefusals(context, state, { judged, refused, blockNumber, oldestOpen });
    for (const operation of failed) open.delete(operation);
    moved ||= affordable.drafts.length + failed.length > 0;
  }
  return moved;
}

/** What waits, oldest first; parked operations only when everything earlier has been mined or is judged with them. */
async function claim({ store }: OutboxContext, state: LaneState, most: number): Promise<QueuedOperation[]> {
  const oldestSent = findOldestSent(state);
  const fresh = await store.queued(state.lane, [...state.parked.keys()], most);
  const last = fresh.at(-1);
  const known = last === undefined || fresh.length < most ? Number.POSITIVE_INFINITY : last.sequence;
  const ready = [...state.parked.values()].filter(({ sequence }) => sequence < Math.min(oldestSent, known));
  return [...fresh, ...ready].toSorted(bySequence);
}

function toShares(groups: readonly QueuedOperation[][]): QueuedOperation[][][] {
  const shares: QueuedOperation[][][] = [];
  let weight = MOST_OPERATIONS;
  for (const group of groups) {
    const share = shares.at(-1);
    if (share && share.length < MOST_DRAFTS && weight + group.length <= MOST_OPERATIONS) {
      share.push(group);
      weight += group.length;
    } else {
      shares.push([group]);
      weight = group.length;
    }
  }
  return shares;
}

/** The oldest operation that is under way. */
function findOldestSent({ sent }: LaneState): number {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { operations } of sent.values())
    for (const { sequence } of operations) oldest = Math.min(oldest, sequence);
  return oldest;
}

function findOldest(open: ReadonlySet<QueuedOperation>, besides: readonly QueuedOperation[]): number {
  const others = new Set(besides);
  let oldest = Number.POSITIVE_INFINITY;
  for (const operation of open) if (!others.has(operation)) oldest = Math.min(oldest, operation.sequence);
  return oldest;
}

const bySequence = (a: QueuedOperation, b: QueuedOperation) => a.sequence - b.sequence;

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
