import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom work is done; it can become known during the work. */
interface Work {
  tenant: string;
}

const working = new AsyncLocalStorage<Work>();
/** Of work that no request has begun. */
const SERVICE = 'service';
/** All clients without a credential together: each can use many networks. */
export const ANONYMOUS_TENANT = 'anonymous';

/** Starts work for a tenant; `setTenant` can name another one during it. */
export function workFor<Result>(tenant: string, work: () => Result): Result {
  return working.run({ tenant }, work);
}

/** Says for whom the rest of the present work is done. */
export function setTenant(tenant: string): void {
  const work = working.getStore();
  if (work) work.tenant = tenant;
}

/** Runs one piece of work at a time. */
export interface TenantQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** For so long one piece of work follows another at once: what else the process does would wait. */
const AT_ONCE_MS = 10;

/** Each tenant that waits has its turn after one piece of work of every other one: much work of one delays its own. */
export function createTenantQueue(): TenantQueue {
  // In the order of service.
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;
  let began = 0;

  function begin(): void {
    isBusy = true;
    began = performance.now();
  }

  function enter(): Promise<void> | undefined {
    if (!isBusy) {
      begin();
      return undefined;
    }
    const tenant = working.getStore()?.tenant ?? SERVICE;
    const own = waiting.get(tenant) ?? [];
    waiting.set(tenant, own);
    return new Promise((resolve) => void own.push(resolve));
  }

  function leave(): void {
    if (waiting.size === 0) isBusy = false;
    else if (performance.now() - began < AT_ONCE_MS) startNext();
    else
      setImmediate(() => {
        begin();
        startNext();
      });
  }

  function startNext(): void {
    const [next] = waiting;
    if (next === undefined) return;
    const [tenant, own] = next;
    waiting.delete(tenant);
    const start = own.shift();
    if (own.length > 0) waiting.set(tenant, own);
    start?.();
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
