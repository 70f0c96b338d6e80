import { SigningFailed } from './broadcast/signing-failed.ts';
import { retryPause } from './retry-pause.ts';

/** How long a lane is left to other instances when this one lacks its key. */
const UNSIGNABLE_PAUSE_MS = 15_000;
/** When a failure is forgotten, after its pause. */
const FORGET_FAILURE_MS = 60_000;

/** Lanes that could not be started, which other instances may take meanwhile. */
export interface FailedLanes {
  add(signer: string, error: unknown): void;
  delete(signer: string): void;
  /** The signers whose lanes this instance leaves alone for now. */
  backingOff(): string[];
  isEmpty(): boolean;
}

/** `now`: a monotonic clock, in milliseconds. */
export function createFailedLanes(now: () => number): FailedLanes {
  const failed = new Map<string, { readonly times: number; readonly until: number }>();
  return {
    add(signer, error) {
      const times = (failed.get(signer)?.times ?? 0) + 1;
      const pause = error instanceof SigningFailed ? UNSIGNABLE_PAUSE_MS : retryPause(times);
      failed.set(signer, { times, until: now() + pause });
    },
    delete: (signer) => void failed.delete(signer),
    backingOff() {
      // What another instance works on meanwhile is not a failure of this one.
      for (const [signer, { until }] of failed) if (now() - until > FORGET_FAILURE_MS) failed.delete(signer);
      return [...failed].flatMap(([signer, { until }]) => (now() < until ? [signer] : []));
    },
    isEmpty: () => failed.size === 0,
  };
}
