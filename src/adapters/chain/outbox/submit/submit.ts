import type { QueuedOperation } from '../../../ports/lane-store.ts';
import { quoteFees, type Fees } from '../../rpc/fees.ts';
import { RpcUnreachable } from '../../rpc/rpc.ts';
import { chooseWithinBudget } from './budget.ts';
import type { BatchKind, BatchSizes } from './batch-kind.ts';
import { toDraft, toGroups } from './group.ts';
import { hubAddressAt } from '../hub-address.ts';
import { simulate, type AcceptableDraft } from './simulate.ts';
import { toSent, type LaneState, type OutboxContext } from '../lane-state.ts';
import { findEarlierEffects } from '../recover/earlier-effect.ts';
import { tracing } from '../../../../runtime/tracing/tracing.ts';
import { toStage } from '../stage-span.ts';
import { withoutOvertaken } from './overtaken.ts';
import { settleRejections } from './rejections.ts';

const MAX_CLAIMED = 1_000;
// Operations of one share are mined, read and saved together.
const MAX_CLAIMED_THROTTLED = 100;
// One share is broadcast while the next is simulated.
const MAX_DRAFTS = 64;
const MAX_OPERATIONS = 400;

/**
 * Turns waiting operations into transactions with nonces, which broadcast.ts signs and sends. Simulates them on the newest
 * state first, so that a rejection or a low balance costs neither a nonce nor a fee. Calls `reserved` after each share.
 * Returns whether any operation was reserved or failed. Throws the node's error when it could not simulate an operation, after it
 * has simulated the others.
 */
export async function submit(
  context: OutboxContext,
  state: LaneState,
  tip: () => Promise<bigint>,
  reserved: () => void,
): Promise<boolean> {
  const { settings, gas, head, throttle } = context;
  const free = settings.mostInFlight - state.sent.size;
  if (free <= 0) return false;
  const sizeOf = (kind: BatchKind) => Math.min(settings.largestBatch, gas.mostItems(kind));
  const sizes: BatchSizes = {
    changes: sizeOf('changes'),
    removals: sizeOf('removals'),
    provisions: sizeOf('provisions'),
  };
  const limit = throttle.isOn() ? MAX_CLAIMED_THROTTLED : MAX_CLAIMED;
  const claimed = await claim(context, state, Math.min(limit, free * Math.max(...Object.values(sizes))));
  if (claimed.length === 0) {
    await state.holds.set('fees', null);
    return false;
  }

  const newest = head.current();
  if (newest === undefined) throw new RpcUnreachable('No block is known yet.');
  const fees = quoteFees(newest.baseFee, await tip(), settings.feeCap());
  if (fees === undefined) {
    await state.holds.set('fees', 'GAS_TOO_HIGH');
    return false;
  }
  await state.holds.set('fees', null);

  const open = new Set(claimed);
  let moved = false;
  let failure: Error | undefined;
  for (const share of toShares(toGroups(claimed, sizes).slice(0, free))) {
    const simulated = share.flat().toSorted(bySequence);
    // Read before the simulation, whose state may not include what is mined meanwhile.
    const oldestOpen = Math.min(findOldestSent(state), findOldest(open, simulated));
    const simulation = await simulate(context, state, share.map(toDraft));
    const { acceptable, balance, blockNumber } = simulation;
    adoptNonce(context, state, simulation.nonce);
    const withinBudget = await chooseWithinBudget(context, state, acceptable, balance, fees);
    if (withinBudget.drafts.length > 0) await reserve(context, state, withinBudget.drafts, fees);
    reserved();
    const rejected = [...simulation.rejected, ...withinBudget.overBudget];
    const failed = await settleRejections(context, state, { simulated, rejected, blockNumber, oldestOpen });
    for (const operation of failed) open.delete(operation);
    moved ||= withinBudget.drafts.length + failed.length > 0;
    failure ??= simulation.failure;
  }
  if (failure !== undefined) throw failure;
  return moved;
}

/** Reads waiting operations, oldest first; parked ones only when everything earlier is mined or simulated with them. */
async function claim(context: OutboxContext, state: LaneState, limit: number): Promise<QueuedOperation[]> {
  const { store } = context;
  const oldestSent = findOldestSent(state);
  const queued = await store.queued(state.lane, [...state.parked.keys()], limit);
  const fresh = await withoutLostDeliveries(context, state, queued);
  const last = queued.at(-1);
  const known = last === undefined || queued.length < limit ? Number.POSITIVE_INFINITY : last.sequence;
  const ready = [...state.parked.values()].filter(({ sequence }) => sequence < Math.min(oldestSent, known));
  return withoutOvertaken(context, state, [...fresh, ...ready].toSorted(bySequence));
}

/** The contracts would record a delivery again, so one that the chain has and the database lost is found before. */
async function withoutLostDeliveries(
  context: OutboxContext,
  state: LaneState,
  queued: QueuedOperation[],
): Promise<QueuedOperation[]> {
  const deliveries = queued.filter(({ call }) => call.kind === 'record-prize-delivery');
  if (deliveries.length === 0) return queued;
  const earlier = await findEarlierEffects(context, state, deliveries);
  const adopted = new Set<QueuedOperation>();
  for (const delivery of deliveries) if (await earlier.adopt(delivery)) adopted.add(delivery);
  context.settled([...adopted].map(({ id }) => id));
  return queued.filter((operation) => !adopted.has(operation));
}

function toShares(groups: readonly QueuedOperation[][]): QueuedOperation[][][] {
  const shares: QueuedOperation[][][] = [];
  let weight = MAX_OPERATIONS;
  for (const group of groups) {
    const share = shares.at(-1);
    if (share && share.length < MAX_DRAFTS && weight + group.length <= MAX_OPERATIONS) {
      share.push(group);
      weight += group.length;
    } else {
      shares.push([group]);
      weight = group.length;
    }
  }
  return shares;
}

/** The sequence of the oldest operation in an open transaction. */
function findOldestSent({ sent }: LaneState): number {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { operations } of sent.values())
    for (const { sequence } of operations) oldest = Math.min(oldest, sequence);
  return oldest;
}

function findOldest(open: ReadonlySet<QueuedOperation>, except: readonly QueuedOperation[]): number {
  const others = new Set(except);
  let oldest = Number.POSITIVE_INFINITY;
  for (const operation of open) if (!others.has(operation)) oldest = Math.min(oldest, operation.sequence);
  return oldest;
}

const bySequence = (a: QueuedOperation, b: QueuedOperation) => a.sequence - b.sequence;

/** Adopts the node's nonce when the key was used outside this service while no transaction of ours was open. */
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
  const transactions = drafts.map(({ operations, hub, data, gasLimit }, index) => ({
    nonce: state.nextNonce + index,
    to: hubAddressAt(settings.hubs, hub),
    data,
    gasLimit,
    ...fees,
    operationIds: operations.map(({ id }) => id),
  }));
  const ids = await tracing.span(
    () => toStage('reserve', state, transactions),
    () => store.reserve(state.lane, transactions),
  );
  state.nextNonce += transactions.length;
  transactions.forEach(({ nonce, to, data, gasLimit }, index) => {
    const id = ids[index] ?? 0;
    const operations = drafts[index]?.operations ?? [];
    const attempts = [{ attempt: 1, ...fees, signed: null }];
    state.sent.set(id, toSent({ id, nonce, to, data, gasLimit, attempts }, operations));
    for (const operation of operations) state.parked.delete(operation.id);
  });
  note('reserved', { signer: state.lane.signer, transactions: ids.length });
}
