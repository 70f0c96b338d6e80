import { describe, expect, it } from '@jest/globals';
import { createTenantQueue, setTenant, workFor } from '../../../src/runtime/concurrency/tenants.ts';

/** A queue, and the names of the work that is done, in its order. Work ends in a later turn of the event loop. */
function createWork() {
  const done: string[] = [];
  const queue = createTenantQueue();
  const work = (name: string) =>
    queue.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(name);
    });
  return { done, work, run: (tenant: string, name: string) => workFor(tenant, () => work(name)) };
}

describe('the queue of tenants', () => {
  it('serves those that wait in turn, and the work of each in its order', async () => {
    const { done, run } = createWork();
    const many = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
    await Promise.all([...many, run('b', 'b1'), run('c', 'c1'), run('b', 'b2')]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('counts work for the tenant that became known during a request', async () => {
    const { done, work, run } = createWork();
    const identified = async () => {
      setTenant('b');
      await work('b1');
    };
    const many = ['a1', 'a2', 'a3'].map((name) => run('a', name));
    await Promise.all([...many, workFor('a', identified)]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('lets the event loop turn while much work waits', async () => {
    const queue = createTenantQueue();
    const work = () =>
      queue.run(async () => {
        for (const until = performance.now() + 4; performance.now() < until;);
      });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 60 }, work));
    isDone = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('continues after work that failed', async () => {
    const queue = createTenantQueue();
    const failing = queue.run(() => Promise.reject(new Error('No.')));
    const next = queue.run(async () => 'done');
    await expect(failing).rejects.toThrow('No.');
    expect(await next).toBe('done');
  });
});
