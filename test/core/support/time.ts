import type { Clock } from '../../../src/core/clock.ts';
import type { Ids } from '../../../src/core/ids.ts';
import type { ServiceHealth } from '../../../src/core/status/service-health.ts';

/** A clock that stands still until it is moved. */
export interface SetClock extends Clock {
  advance(seconds: number): void;
}

export const START = new Date('2027-03-01T12:00:00.000Z');

export function createClock(): SetClock {
  let now = START.getTime();
  return {
    now: () => new Date(now),
    advance(seconds) {
      now += seconds * 1_000;
    },
  };
}

/** The status of a service whose clock alone may be wrong. */
export interface FakeServiceHealth extends ServiceHealth {
  isClockWrong: boolean;
}

export function createServiceHealth(): FakeServiceHealth {
  const health: FakeServiceHealth = {
    isClockWrong: false,
    async read() {
      const state = health.isClockWrong ? 'LATE' : 'OK';
      return { checkedAt: START, parts: [{ part: 'CLOCK', number: null, state, lagSeconds: null }] };
    },
  };
  return health;
}

/** Ids that count up, and so sort by time as real ones do. */
export function createIds(): Ids {
  let issued = 0;
  return {
    next(prefix) {
      issued += 1;
      return `${prefix}_${String(issued).padStart(6, '0')}`;
    },
  };
}
