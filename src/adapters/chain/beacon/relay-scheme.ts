import { z } from 'zod';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';

const info = z.object({ public_key: z.string(), genesis_time: z.int(), period: z.int() });

/**
 * In what the beacon that a drand relay tells of at /info is another than the expected one; undefined for the same. The
 * numbers of rounds mean nothing but with the times of the beacon that signs them. Throws when the relay does not tell.
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
  ].flatMap(([name, said, wanted]) => (said === wanted ? [] : [`its ${name} is ${said}, not ${wanted}`]));
  return differences.length > 0 ? differences.join(', ') : undefined;
}
