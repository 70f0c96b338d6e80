import { z } from 'zod';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';

const info = z.object({ public_key: z.string(), genesis_time: z.int(), period: z.int() });

/**
 * Compares the beacon of a drand relay (/info) with the expected one and describes the difference; undefined if they are the
 * same. Round numbers mean something only together with genesis and period. Throws when the relay does not answer.
 */
export async function findRelayDifference(
  url: string,
  expected: BeaconScheme,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await fetch(`${url}/info`, { headers: { accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const { public_key: publicKey, genesis_time: genesis, period } = info.parse(await response.json());
  const differences = [
    ['key', publicKey, expected.publicKey],
    ['genesis', genesis, expected.genesis],
    ['period', period, expected.period],
  ].flatMap(([name, actual, wanted]) =>
    actual === wanted ? [] : [`its ${name} is ${actual}, not ${wanted}`],
  );
  return differences.length > 0 ? differences.join(', ') : undefined;
}
