import { expect, it } from '@jest/globals';
import { startLoop } from '../../src/runtime/loop.ts';

const NEVER_MS = 1_000_000;

it('runs again after the present run when it is poked meanwhile, and not again after that', async () => {
  const endings: (() => void)[] = [];
  const began = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const loop = startLoop({ everyMs: NEVER_MS }, async () => {
    began[endings.length]?.resolve();
    await new Promise<void>((resolve) => void endings.push(resolve));
  });
  await began[0].promise;
  loop.poke();
  expect(endings).toHaveLength(1);
  endings[0]?.();
  await began[1].promise;
  endings[1]?.();
  await loop.stop();
  expect(endings).toHaveLength(2);
}, 10_000);
