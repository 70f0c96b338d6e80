import { expect, it } from '@jest/globals';
import { coalesceStatements } from '../../src/adapters/postgres/connection/coalesce-statements.ts';

const MOST = 5_000;

it('refuses at once what too much waits before, and takes it again when that is done', async () => {
  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const write = coalesceStatements({ inFlight: 1, largest: 64 }, async (items: readonly number[]) => {
    await asked;
    return items;
  });
  const waiting = Array.from({ length: MOST }, (_, index) => write(index));

  await expect(write(MOST)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

  answer?.();
  expect(await Promise.all(waiting)).toHaveLength(MOST);
  expect(await write(1)).toBe(1);
});
