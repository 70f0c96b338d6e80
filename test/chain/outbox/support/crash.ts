import type { Rpc } from '../../../../src/adapters/chain/rpc/rpc.ts';
import type { LaneStore } from '../../../../src/adapters/ports/lane-store.ts';
import type { OperationStore } from '../../../../src/adapters/ports/operation-store.ts';

/** The point at which an instance crashes: before or after its k-th broadcast or commit. */
export interface CrashPoint {
  readonly at: 'broadcast' | 'commit';
  readonly when: 'before' | 'after';
  readonly count: number;
}

export const CRASH_POINTS: readonly CrashPoint[] = (['broadcast', 'commit'] as const).flatMap((at) =>
  (['before', 'after'] as const).flatMap((when) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((count) => ({ at, when, count })),
  ),
);

interface Ports {
  readonly rpc: Rpc;
  readonly laneStore: LaneStore;
  readonly operationStore: OperationStore;
}

// Other writes depend on timers, or come long after.
const COMMITS = ['add', 'take', 'reserve', 'saveSigned', 'markBroadcast', 'saveMined', 'confirm', 'refuse'];

/** The same ports until the crash point; then `die` is called, and no call answers any more. */
export function crashingAt({ at, when, count }: CrashPoint, ports: Ports, die: () => void): Ports {
  let seen = 0;
  let dead = false;
  const never = new Promise<never>(() => undefined);

  async function pass<Result>(isCounted: boolean, work: () => Promise<Result>): Promise<Result> {
    if (dead) return never;
    const isPoint = isCounted && (seen += 1) === count;
    if (isPoint && when === 'before') return crash();
    const result = await work();
    if (isPoint) return crash();
    return dead ? never : result;
  }

  function crash(): Promise<never> {
    dead = true;
    die();
    return never;
  }

  function wrap<Store extends object>(store: Store): Store {
    return new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        const isCommit = at === 'commit' && COMMITS.includes(String(name));
        return (...args: unknown[]) =>
          pass(isCommit, () => (member as (...args: unknown[]) => Promise<unknown>).apply(target, args));
      },
    });
  }

  return {
    rpc: {
      call: (method, params) => pass(false, () => ports.rpc.call(method, params)),
      batch: (calls) =>
        pass(at === 'broadcast' && calls.some(({ method }) => method === 'eth_sendRawTransaction'), () =>
          ports.rpc.batch(calls),
        ),
    },
    laneStore: wrap(ports.laneStore),
    operationStore: wrap(ports.operationStore),
  };
}
