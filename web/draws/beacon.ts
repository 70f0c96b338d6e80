import type { BeaconScheme } from '../../src/core/draws/quicknet.ts';

/** The path of drand's relays to quicknet, by the hash of its chain. */
const QUICKNET_RELAYS = ['https://api.drand.sh', 'https://drand.cloudflare.com'].map(
  (relay) => `${relay}/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971`,
);
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
