import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Chance } from './chance.ts';
import type { Owner, Planned, Scheduler } from './scheduler.ts';

/** A process of the simulation: it shares the scheduler's monotonic clock, and has its own time of day. */
export interface SimulatedProcess extends Owner {
  readonly name: string;
  /** By how much its time of day is ahead, in milliseconds. */
  aheadMs: number;
}

/** 2030, in milliseconds since the epoch: when the simulation begins. */
export const BEGINNING = 1_893_456_000_000;

const current = new AsyncLocalStorage<SimulatedProcess>();

/** Runs `work` as a part of this process, with everything that it awaits. */
export function runIn<Result>(process: SimulatedProcess, work: () => Result): Result {
  return current.run(process, work);
}

/**
 * Replaces the clocks, timers and chance of this whole process by those of the scheduler. What a simulated process plans, is
 * dropped when it dies. For a process that does nothing but simulate: nothing is restored.
 */
export function installVirtualTime(scheduler: Scheduler, chance: Chance): void {
  const plan = (work: () => void, ms: number): Planned => {
    const owner = current.getStore();
    return scheduler.plan(ms, owner === undefined ? work : () => current.run(owner, work), owner);
  };
  const setTimer = (callback: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) =>
    plan(() => callback(...values), Math.max(1, ms));
  const setNext = (callback: (...values: unknown[]) => void, ...values: unknown[]) =>
    plan(() => callback(...values), 0);
  const cancel = (planned: Planned | undefined) => planned?.cancel();

  Object.assign(globalThis, {
    setTimeout: setTimer,
    clearTimeout: cancel,
    setImmediate: setNext,
    clearImmediate: cancel,
  });
  Object.defineProperty(globalThis, 'performance', {
    value: { now: () => scheduler.now() },
    configurable: true,
  });
  Date.now = () => BEGINNING + scheduler.now() + (current.getStore()?.aheadMs ?? 0);
  Math.random = () => chance.next();

  const require = createRequire(import.meta.url);
  Object.assign(require('node:timers/promises') as object, {
    setTimeout: (ms?: number, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
      sleep(plan, Math.max(1, ms ?? 1), value, options?.signal),
    setImmediate: (value?: unknown) => sleep(plan, 0, value),
  });
  syncBuiltinESMExports();
}

function sleep(
  plan: (work: () => void, ms: number) => Planned,
  ms: number,
  value: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const onAbort = () => {
      planned.cancel();
      reject(signal?.reason as Error);
    };
    const planned = plan(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
