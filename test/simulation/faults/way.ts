import type { Chance } from '../clock/chance.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import type { SimulatedProcess } from '../clock/virtual-time.ts';

/** The shares of calls that meet a fault. */
export interface CallFaults {
  /** It never reaches the server. */
  readonly lost: number;
  /** The server carries it out, and its response is lost. */
  readonly unanswered: number;
  /** The caller has given it up when the server carries it out. */
  readonly late: number;
  /** The server carries it out twice. */
  readonly doubled: number;
  /** The response takes seconds. */
  readonly slow: number;
  /** The caller dies before the call reaches the server, after it was carried out, or with its response. */
  readonly crash: number;
}

export const NO_FAULTS: CallFaults = { lost: 0, unanswered: 0, late: 0, doubled: 0, slow: 0, crash: 0 };

export interface WayOptions {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  /** The faults of the present. */
  readonly faults: () => CallFaults;
  /** Whether the server can be reached now. */
  readonly isUp: () => boolean;
  /** The usual time until the response, in milliseconds. */
  readonly usualMs: number;
  /** How long a caller waits for a response. */
  readonly patienceMs: number;
  /** What the caller gets instead of a response. */
  readonly toFailure: () => Error;
  readonly crash: (process: SimulatedProcess) => void;
}

/** The way of a process to a server: carries `work` out there, and brings its result or error. */
export type Way = <Result>(process: SimulatedProcess, work: () => Result) => Promise<Result>;

type Fault = keyof CallFaults;
const FAULTS: readonly Fault[] = ['lost', 'unanswered', 'late', 'doubled', 'slow', 'crash'];

export function createWay(options: WayOptions): Way {
  const { scheduler, chance, faults, isUp, usualMs, patienceMs, toFailure, crash } = options;

  function draw(): Fault | undefined {
    const shares = faults();
    let drawn = chance.next();
    for (const fault of FAULTS) {
      drawn -= shares[fault];
      if (drawn < 0) return fault;
    }
    return undefined;
  }

  return <Result>(caller: SimulatedProcess, work: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      if (caller.isDead) return;
      const fault = draw();
      const there = chance.around(usualMs);
      const fail = () => reject(toFailure());
      /** A caller gives up at once where the connection breaks, or when its patience ends. */
      const failLater = () =>
        void scheduler.plan(chance.is(0.5) ? chance.around(usualMs) : patienceMs, fail, caller);
      if (fault === 'crash' && chance.is(0.3)) return crash(caller);
      if (fault === 'lost') return failLater();
      if (fault === 'late') failLater();
      scheduler.plan(
        fault === 'late' ? patienceMs + Math.min(chance.around(patienceMs), 2 * patienceMs) : there,
        () => {
          if (!isUp()) return fault === 'late' ? undefined : void scheduler.plan(0, fail, caller);
          if (fault === 'doubled') attempt(work);
          const settle = attempt(work);
          if (fault === 'late') return undefined;
          if (fault === 'unanswered') return failLater();
          if (fault === 'crash' && chance.is(0.5)) return crash(caller);
          const back = fault === 'slow' ? chance.around(patienceMs / 3) : 0;
          return void scheduler.plan(
            Math.min(back, patienceMs),
            () => {
              if (fault === 'crash') crash(caller);
              else if (back >= patienceMs) fail();
              else settle(resolve, reject);
            },
            caller,
          );
        },
      );
    });
}

type Settle<Result> = (resolve: (value: Result) => void, reject: (error: unknown) => void) => void;

function attempt<Result>(work: () => Result): Settle<Result> {
  try {
    const value = work();
    return (resolve) => resolve(value);
  } catch (error) {
    return (_resolve, reject) => reject(error);
  }
}
