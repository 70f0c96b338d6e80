import { QUICKNET_RELAYS, type BeaconScheme } from '../../src/core/draws/quicknet.ts';

const TIMEOUT_MS = 5_000;
const SIGNATURE = /^[0-9a-f]{96}$/;

/** The key and times of the beacon at an address of this service. Rejects when it does not answer. */
export async function readBeacon(url: string, cancelled: AbortSignal): Promise<BeaconScheme> {
  const beacon = (await getJson(`${url}/info`, cancelled)) as {
    public_key: string;
    genesis_time: number;
    period: number;
  };
  return { publicKey: beacon.public_key, genesis: beacon.genesis_time, period: beacon.period };
}

/** The signature of a round at the first relay that has one, as 0x hexadecimal; undefined when none does. */
export async function relaySignature(
  round: bigint,
  cancelled: AbortSignal,
  relays = QUICKNET_RELAYS,
): Promise<string | undefined> {
  for (const relay of relays) {
    try {
      const { signature } = (await getJson(`${relay}/public/${round}`, cancelled)) as { signature: string };
      if (SIGNATURE.test(signature)) return `0x${signature}`;
    } catch {
      cancelled.throwIfAborted();
      // The next relay is asked.
    }
  }
  return undefined;
}

async function getJson(url: string, cancelled: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), cancelled]),
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  return response.json();
}
