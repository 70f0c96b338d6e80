import { expect, it } from '@jest/globals';
import { coalesceStatements } from '../../src/adapters/postgres/connection/coalesce-statements.ts';

const LIMIT = 5_000;

it('refuses a statement at once when too many wait, and accepts new ones afterwards', async () => {
  let response: (() => void) | undefined;
  const started = new Promise<void>((resolve) => (response = resolve));
  const write = coalesceStatements({ inFlight: 1, largest: 64 }, async (items: readonly number[]) => {
    await started;
    return items;
  });
  const waiting = Array.from({ length: LIMIT }, (_, index) => write(index));

  await expect(write(LIMIT)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  response?.();
  expect(await Promise.all(waiting)).toHaveLength(LIMIT);
  expect(await write(1)).toBe(1);
});
