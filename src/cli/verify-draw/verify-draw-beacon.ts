import { bls12_381 } from '@noble/curves/bls12-381.js';
import { Contract, getBytes, sha256, toBeHex, type JsonRpcProvider } from 'ethers';
import type { BeaconScheme } from '../../core/draws/quicknet.ts';
import type { VerifiedBeacon } from '../../core/draws/verify-draw.ts';
import { Failure } from '../failure.ts';

/** The domain of drand's scheme bls-unchained-g1-rfc9380: signatures on G1, keys on G2. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const { shortSignatures, G2 } = bls12_381;
const TIMEOUT_MS = 30_000;

/** The beacon's key and times, as its verifying contract claims them. Throws Failure. */
export async function readBeaconContract(provider: JsonRpcProvider, address: string): Promise<BeaconScheme> {
  const contract = new Contract(
    address,
    [
      'function publicKey() view returns (bytes)',
      'function genesis() view returns (uint64)',
      'function period() view returns (uint64)',
    ],
    provider,
  );
  try {
    const [key, genesis, period] = await Promise.all(
      ['publicKey', 'genesis', 'period'].map((name) => contract.getFunction(name).staticCall()),
    );
    return { publicKey: compress(getBytes(String(key))), genesis: Number(genesis), period: Number(period) };
  } catch (error) {
    throw new Failure(
      'BEACON_UNKNOWN',
      `The contract ${address} does not describe a drand beacon.`,
      {},
      error,
    );
  }
}

/** The beacon's key and times, and the signature of one round, from a drand HTTP relay. Throws Failure. */
export async function readBeaconRelay(
  url: string,
  round: bigint,
): Promise<BeaconScheme & { readonly signature: string }> {
  const base = url.replace(/\/+$/, '');
  const info = await getJson(`${base}/info`);
  const scheme = {
    publicKey: String(info['public_key']),
    genesis: Number(info['genesis_time']),
    period: Number(info['period']),
  };
  if (!Number.isSafeInteger(scheme.genesis) || !Number.isSafeInteger(scheme.period) || scheme.period < 1)
    throw new Failure('BEACON_UNKNOWN', `${base}/info does not describe a drand beacon.`);
  const beat = await getJson(`${base}/public/${round}`);
  return { ...scheme, signature: String(beat['signature']) };
}

/** The verifier of a beacon with this key and these times. */
export function toVerifiedBeacon({ publicKey, genesis, period }: BeaconScheme): VerifiedBeacon {
  return {
    roundAt: (timestamp) =>
      timestamp <= genesis ? 1n : BigInt(Math.floor((timestamp - genesis - 1) / period)) + 2n,
    isSignatureOf(beaconRound, signature) {
      try {
        const message = getBytes(sha256(toBeHex(beaconRound, 8)));
        return shortSignatures.verify(
          getBytes(signature),
          shortSignatures.hash(message, DOMAIN),
          Uint8Array.from(Buffer.from(publicKey, 'hex')),
        );
      } catch {
        // Bytes that decode to no curve point are not a signature.
        return false;
      }
    },
  };
}

/** Converts a point of G2 from the 256 bytes of EIP-2537 to drand's 96 bytes, in hexadecimal. */
function compress(bytes: Uint8Array): string {
  const part = (index: number) =>
    BigInt(`0x${Buffer.from(bytes.slice(index * 64, index * 64 + 64)).toString('hex')}`);
  const point = G2.Point.fromAffine({ x: { c0: part(0), c1: part(1) }, y: { c0: part(2), c1: part(3) } });
  point.assertValidity();
  return point.toHex();
}

async function getJson(url: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    throw new Failure(
      'BEACON_UNREACHABLE',
      `${url} cannot be read: ${String(error)}`,
      { retryable: true },
      error,
    );
  }
}
