import type { BeaconScheme } from '../../core/draws/quicknet.ts';
import { Failure } from '../failure.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { retry } from './retry.ts';

const TIMEOUT_MS = 30_000;

/** The beacon's key and times from a drand HTTP relay. Throws Failure. */
export async function readRelay(url: string): Promise<BeaconScheme> {
  const base = toBase(url);
  const info = await getJson(`${base}/info`);
  const scheme = {
    publicKey: String(info['public_key']).toLowerCase(),
    genesis: Number(info['genesis_time']),
    period: Number(info['period']),
  };
  if (!Number.isSafeInteger(scheme.genesis) || !Number.isSafeInteger(scheme.period) || scheme.period < 1)
    throw new Failure('BEACON_UNKNOWN', `${base}/info does not describe a drand beacon.`);
  return scheme;
}

/** The signature of a beacon round from a relay, as 0x hexadecimal. Throws Failure. */
export async function readRelaySignature(url: string, round: bigint): Promise<string> {
  const { signature } = await getJson(`${toBase(url)}/public/${round}`);
  return `0x${String(signature).toLowerCase()}`;
}

function toBase(url: string): string {
  return url.replace(/\/+$/, '');
}

async function getJson(url: string): Promise<Record<string, unknown>> {
  try {
    const response = await retry(
      () => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      // What fetch throws without a connection.
      (error) => error instanceof TypeError,
    );
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    throw new Failure(
      'BEACON_UNREACHABLE',
      `${url} cannot be read: ${String(error)}`,
      { retryable: true, exitCode: EXIT_CODES.undecided },
      error,
    );
  }
}
