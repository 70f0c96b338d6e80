import { setTimeout as after } from 'node:timers/promises';
import type { PartHealth } from '../../core/status/service-health.ts';
import { DOWN } from './part-health.ts';

/** A check of a part: it settles at some time, and rejects when the part does not answer. */
export interface PartCheck {
  check(): Promise<PartHealth>;
  /** How long a result is used, in milliseconds. */
  readonly freshMs: number;
  /** Whether the previous result holds while a check takes too long: of checks that fail by themselves after some seconds. */
  readonly isPatient?: boolean;
  /** How long a caller waits for a check, in milliseconds; a second by default. */
  readonly maxWaitMs?: number;
}

const MAX_WAIT_MS = 1_000;

/**
 * Reads the state of a part, one check at a time. A check that takes too long counts as DOWN until it settles, unless it is patient and
 * there is a previous result; nobody waits for it again before its result would have to be renewed. `now` is a monotonic clock in
 * milliseconds.
 */
export function watchPart(
  { check, freshMs, isPatient = false, maxWaitMs = MAX_WAIT_MS }: PartCheck,
  now: () => number,
): () => Promise<PartHealth> {
  let last: { readonly health: PartHealth; readonly at: number } | undefined;
  let running: Promise<PartHealth> | undefined;

  const save = (health: PartHealth) => {
    last = { health, at: now() };
    return health;
  };
  const start = () =>
    check()
      .catch(() => DOWN)
      .then(save)
      .finally(() => (running = undefined));

  return async () => {
    if (last !== undefined && now() - last.at < freshMs) return last.health;
    const stop = new AbortController();
    const late = after(maxWaitMs, undefined, { signal: stop.signal, ref: false }).then(
      () => save(isPatient && last !== undefined ? last.health : DOWN),
      () => DOWN,
    );
    const health = await Promise.race([(running ??= start()), late]);
    stop.abort();
    return health;
  };
}
