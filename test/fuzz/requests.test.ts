import { expect, it } from '@jest/globals';
import { fuzz } from './fuzz.ts';

const REQUESTS = 3_000;

it('answers random requests of every caller within the limits', async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
  // The failure contains the seed: `npm run fuzz -- 3000 <seed>` generates the same requests again.
  const { findings, succeeded } = await fuzz({ requests: REQUESTS, seed });
  expect({ seed, findings }).toEqual({ seed, findings: [] });
  expect(succeeded).toBeGreaterThan(REQUESTS / 20);
}, 300_000);
