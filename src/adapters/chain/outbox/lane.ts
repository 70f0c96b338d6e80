import { setTimeout as after } from 'node:timers/promises';
import type { HeldLane, LaneTransaction } from '../../ports/lane-store.ts';
import { submit } from './submit/submit.ts';
import { finalize } from './confirm/finality.ts';
import { toFailureFacts } from './failure-facts.ts';
import { createLaneHolds, toHold } from './lane-holds.ts';
import { toMined, toSent, type LaneState, type OutboxContext } from './lane-state.ts';
import { startLoop } from '../../../runtime/loop.ts';
import { retryPause } from './retry-pause.ts';
import { broadcast } from './broadcast/broadcast.ts';
import { SigningFailed } from './broadcast/signing-failed.ts';
import { confirm } from './confirm/confirm.ts';
import { resendStuck } from './recover/resend-stuck.ts';

/** One signer's lane while this instance works on it. */
export interface RunningLane {
  readonly lane: HeldLane;
  /** Announces new operations. */
  poke(): void;
  /** Announces a new block. */
  onBlock(): void;
  /** Reports a poll of the newest block, with the error if it failed. */
  onHead(failure: unknown): void;
  /** Whether no operation or transaction of the lane is open. */
  isIdle(): boolean;
  /** Whether its transactions only wait to become final, so that nothing is urgent. */
  isQuiet(): boolean;
  stop(): Promise<void>;
}

type LoopName = 'submit' | 'broadcast' | 'confirm';

const QUEUE_POLL_MS = 250;
/** A quiet lane is told of new operations when its lease is renewed. */
const QUIET_POLL_MS = 30_000;
const SEND_POLL_MS = 150;
// Operations that arrive within this time go into one transaction.
const GATHER_MS = 15;

/**
 * Continues a lane where its previous owner stopped. Calls `fail` with an error after which the lane's state must be read
 * again: a change of the owner, a database that did not answer, or a key that only another instance can use.
 */
export async function startLane(
  context: OutboxContext,
  held: HeldLane,
  tip: () => Promise<bigint>,
  fail: (error: Error) => void,
): Promise<RunningLane> {
  const { settings, throttle, now } = context;
  const state = await restore(context, held);
  let finalityFrom = 0;
  let lastWork = now();
  const stopping = new AbortController();
  const failures = { submit: 0, broadcast: 0, confirm: 0 };
  let failed = false;

  const submitting = startLoop(
    { everyMs: () => (isQuiet() ? QUIET_POLL_MS : QUEUE_POLL_MS), restMs: GATHER_MS },
    () =>
      guarded('submit', async () => {
        const began = performance.now();
        if (!(await submit(context, state, tip, () => broadcasting.poke()))) return;
        lastWork = now();
        await throttle.rest(performance.now() - began);
        submitting.poke();
      }),
  );
  const broadcasting = startLoop({ everyMs: SEND_POLL_MS }, () =>
    guarded('broadcast', async () => void (await broadcast(context, state))),
  );
  const confirming = startLoop({ everyMs: Math.max(settings.pollMs, 100) * 2 }, () =>
    guarded('confirm', async () => {
      const before = state.sent.size + state.parked.size;
      await confirm(context, state);
      if (await resendStuck(context, state, tip)) broadcasting.poke();
      finalityFrom = await finalize(context, state, finalityFrom);
      if (before > 0) submitting.poke();
    }),
  );

  function isQuiet(): boolean {
    return (
      state.sent.size === 0 &&
      state.parked.size === 0 &&
      [...state.mined.values()].every(({ confirmed }) => confirmed) &&
      now() - lastWork > settings.leaseMs
    );
  }

  async function guarded(loop: LoopName, work: () => Promise<void>): Promise<void> {
    if (failed) return;
    try {
      await work();
      failures[loop] = 0;
      await state.holds.set(`${loop} loop`, null);
      // The previous owner's hold stays until the work shows whether it still applies.
      if (loop === 'submit') await state.holds.set('last owner', null);
    } catch (error) {
      await onError(loop, error).catch(giveUp);
    }
  }

  async function onError(loop: LoopName, error: unknown): Promise<void> {
    const hold = toHold(error);
    if (hold === undefined || !(error instanceof Error)) return giveUp(error);
    context.note('failure', { signer: held.signer, ...toFailureFacts(error) });
    failures[loop] += 1;
    await state.holds.set(`${loop} loop`, hold);
    await state.holds.set('last owner', null);
    // Another instance may have the key.
    if (error instanceof SigningFailed && !(await context.signer.canSign(held.signer))) return giveUp(error);
    await after(retryPause(failures[loop]), undefined, { signal: stopping.signal }).catch(() => undefined);
  }

  function giveUp(error: unknown): void {
    if (failed) return;
    failed = true;
    fail(error instanceof Error ? error : new Error(String(error)));
  }

  return {
    lane: held,
    poke() {
      // From now on, since the next blocks matter as soon as the operations are sent.
      lastWork = now();
      submitting.poke();
    },
    onBlock: () => confirming.poke(),
    onHead(failure) {
      if (!failed) state.holds.set('head', toHold(failure) ?? null).catch(giveUp);
    },
    isIdle: () => state.mined.size === 0 && isQuiet(),
    isQuiet,
    async stop() {
      stopping.abort();
      await Promise.all([submitting.stop(), broadcasting.stop(), confirming.stop()]);
    },
  };
}

/** Reads the state of the lane from the database; its mined transactions are rechecked. */
async function restore(context: OutboxContext, lane: HeldLane): Promise<LaneState> {
  const { settings, store, rpc, head, note } = context;
  const nonce = Number(await rpc.call('eth_getTransactionCount', [lane.signer, 'latest']));
  // Usually none of these is final: only then the chain continues from an older state.
  if (nonce < (lane.nextNonce ?? 0)) await store.reopen(lane, nonce, [...settings.hubs.values()]);
  const open = await store.open(lane);
  const operations = new Map(
    (await store.operations(open.filter(isSent).flatMap(({ operationIds }) => operationIds))).map((each) => [
      each.id,
      each,
    ]),
  );
  const recorded = Math.max(lane.nextNonce ?? 0, (open.at(-1)?.nonce ?? -1) + 1);
  // Another program used the key, or the database was restored from a backup that is older than the chain.
  const hasLost = nonce > recorded;
  if (hasLost && lane.nextNonce !== null)
    note('outside-use', { signer: lane.signer, from: recorded, to: nonce });
  return {
    lane,
    nextNonce: Math.max(recorded, nonce),
    lostUntil: hasLost ? (head.current()?.number ?? null) : null,
    sent: new Map(
      open.filter(isSent).map((transaction) => [
        transaction.id,
        toSent(
          transaction,
          transaction.operationIds.flatMap((id) => operations.get(id) ?? []),
        ),
      ]),
    ),
    mined: new Map(
      open.flatMap((transaction) => {
        const mined = toMined(transaction);
        return mined ? [[mined.id, mined]] : [];
      }),
    ),
    parked: new Map(),
    scannedTo: head.current()?.number ?? 0,
    reorgs: -1,
    holds: createLaneHolds(store, lane, lane.hold),
  };
}

function isSent({ state }: LaneTransaction): boolean {
  return state === 'SENT';
}
