import { expect, it } from '@jest/globals';
import { newest } from '../../../src/adapters/graphql/subscriptions/newest.ts';
import { DomainError } from '../../../src/core/errors.ts';

/** A source with numbered parts that `change` marks as changed. */
function changing(read: (key: number) => Promise<string | undefined>, isLast?: (state: string) => boolean) {
  let notice: ((keys: readonly number[]) => void) | undefined;
  const states = newest<number, string, string>({
    follow(tell) {
      notice = tell;
      return () => (notice = undefined);
    },
    read,
    toMessage: (state) => state,
    ...(isLast && { isLast }),
  });
  return { states, change: (...keys: number[]) => notice?.(keys), isFollowed: () => notice !== undefined };
}

it('reads once for a slow consumer, however much has changed', async () => {
  let state = 0;
  let reads = 0;
  const { states, change } = changing(async () => {
    reads += 1;
    return String(state);
  });
  for (state = 1; state < 1_000; state += 1) change(1);

  expect(await states.next()).toEqual({ value: '1000', done: false });
  expect(reads).toBe(1);
});

it('reads each part that has changed', async () => {
  const { states, change } = changing(async (key) => String(key));
  change(1, 2);
  change(2, 3);
  const results = [await states.next(), await states.next(), await states.next()];
  expect(results.map(({ value }) => value)).toEqual(['1', '2', '3']);
});

it('ends at once when the consumer leaves while nothing changes', async () => {
  const { states, isFollowed } = changing(async () => 'state');
  const next = states.next();
  expect(isFollowed()).toBe(true);

  await states.return?.();

  expect(await next).toEqual({ value: undefined, done: true });
  expect(isFollowed()).toBe(false);
});

it('ends after the last state', async () => {
  const { states, change, isFollowed } = changing(
    async () => 'end',
    (state) => state === 'end',
  );
  change(1);
  expect(await states.next()).toEqual({ value: 'end', done: false });
  expect(isFollowed()).toBe(false);
  expect(await states.next()).toEqual({ value: undefined, done: true });
});

it('repeats a read that failed temporarily', async () => {
  let isAway = true;
  const { states, change } = changing(async () => {
    if (!isAway) return 'state';
    isAway = false;
    throw new DomainError('SERVICE_UNAVAILABLE', 'Not now.');
  });
  change(1);
  expect(await states.next()).toEqual({ value: 'state', done: false });
});

it('ends with an error that is permanent', async () => {
  const refusal = new DomainError('NOT_FOUND', 'There is none.');
  const { states, change, isFollowed } = changing(() => Promise.reject(refusal));
  change(1);
  await expect(states.next()).rejects.toBe(refusal);
  expect(isFollowed()).toBe(false);
});
