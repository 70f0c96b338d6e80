import { expect, it } from '@jest/globals';
import { whenFree } from '../../../src/adapters/graphql/subscriptions/when-free.ts';
import { DomainError } from '../../../src/core/errors.ts';

const OPEN = 1;
const BUSY = new DomainError('SERVICE_UNAVAILABLE', 'The database is busy.');
const REFUSAL = new DomainError('NOT_FOUND', 'There is none.');

/** A connection, and work that gives these results one after the other. */
function waiting(...results: readonly (() => unknown)[]) {
  const socket = { readyState: OPEN, OPEN };
  let begun = 0;
  let tries = 0;
  const work = async () => results[(tries += 1) - 1]?.();
  return {
    socket,
    work,
    connection: { socket, begun: () => void (begun += 1) },
    counts: () => ({ begun, tries }),
  };
}
const fails = (error: unknown) => () => {
  throw error;
};

it('repeats work that fails because the service is busy, and lets the next message be processed meanwhile', async () => {
  const { connection, work, counts } = waiting(fails(BUSY), fails(BUSY), () => 'done');
  expect(await whenFree(connection, work)).toBe('done');
  expect(counts()).toEqual({ begun: 2, tries: 3 });
});

it('repeats work whose result has such an error', async () => {
  const { connection, work, counts } = waiting(
    () => [BUSY],
    () => [REFUSAL],
  );
  expect(await whenFree(connection, work, (errors) => errors as Error[])).toEqual([REFUSAL]);
  expect(counts().tries).toBe(2);
});

it('does not repeat work that was refused for another reason', async () => {
  const { connection, work, counts } = waiting(fails(REFUSAL));
  await expect(whenFree(connection, work)).rejects.toBe(REFUSAL);
  expect(counts()).toEqual({ begun: 0, tries: 1 });
});

it('ends when the connection is closed', async () => {
  const { connection, socket, work, counts } = waiting(fails(BUSY), fails(BUSY), () => 'done');
  const result = whenFree(connection, work);
  socket.readyState = 3;
  await expect(result).rejects.toBe(BUSY);
  expect(counts().tries).toBeLessThanOrEqual(2);
});
