import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { BeaconScheme } from '../../src/core/draws/quicknet.ts';
import type { VerifiedBeacon } from '../../src/core/draws/verify-draw.ts';

/** The domain of drand's scheme bls-unchained-g1-rfc9380: signatures on G1, keys on G2. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
/** The path of drand's relays to quicknet, by the hash of its chain. */
const QUICKNET_RELAYS = ['https://api.drand.sh', 'https://drand.cloudflare.com'].map(
  (relay) => `${relay}/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971`,
);
const TIMEOUT_MS = 8_000;
const SIGNATURE = /^[0-9a-f]{96}$/;
const { shortSignatures } = bls12_381;

/** The verifier of a beacon with this key and these times. */
export function toVerifiedBeacon({ publicKey, genesis, period }: BeaconScheme): VerifiedBeacon {
  return {
    roundAt: (timestamp) =>
      timestamp <= genesis ? 1n : BigInt(Math.floor((timestamp - genesis - 1) / period)) + 2n,
    isSignatureOf(beaconRound, signature) {
      try {
        const message = sha256(hexToBytes(beaconRound.toString(16).padStart(16, '0')));
        const point = shortSignatures.hash(message, DOMAIN);
        return shortSignatures.verify(hexToBytes(signature.slice(2)), point, hexToBytes(publicKey));
      } catch {
        // Bytes that decode to no curve point are not a signature.
        return false;
      }
    },
  };
}

/** The key and times of the beacon at an address of this service. Rejects when it does not answer. */
export async function readBeacon(url: string): Promise<BeaconScheme> {
  const beacon = (await getJson(`${url}/info`)) as {
    public_key: string;
    genesis_time: number;
    period: number;
  };
  return { publicKey: beacon.public_key, genesis: beacon.genesis_time, period: beacon.period };
}

/** The signature of a round at the first relay that has one, as 0x hexadecimal; undefined when none does. */
export async function relaySignature(round: bigint, relays = QUICKNET_RELAYS): Promise<string | undefined> {
  for (const relay of relays) {
    try {
      const { signature } = (await getJson(`${relay}/public/${round}`)) as { signature: string };
      if (SIGNATURE.test(signature)) return `0x${signature}`;
    } catch {
      // The next relay is asked.
    }
  }
  return undefined;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  return response.json();
}
