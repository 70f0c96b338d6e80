import { z } from 'zod';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';
import { DomainError } from '../../../core/errors.ts';
import type { BeaconSource } from '../../../core/draws/beacon-source.ts';
import { isSignatureOf, timeOfRound } from './beacon-scheme.ts';
import { findRelayDifference } from './relay-scheme.ts';

interface RelayBeaconOptions {
  /** What the contract verifies. */
  readonly scheme: BeaconScheme;
  /** Where drand's HTTP API (v1) answers for this beacon, such as https://api.drand.sh/<chain hash>; asked in turn. quicknet's without. */
  readonly urls?: readonly string[];
  /** Per relay, in milliseconds. */
  readonly timeoutMs?: number;
  warn(message: string): void;
}

export interface RelayBeacon extends BeaconSource {
  /** Asks every relay for its beacon now, and warns of those with another one; one that does not answer is asked later. */
  check(signal: AbortSignal): Promise<void>;
}

const QUICKNET_HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
const QUICKNET_RELAYS = ['https://api.drand.sh', 'https://drand.cloudflare.com'].map(
  (relay) => `${relay}/${QUICKNET_HASH}`,
);

const signed = z.object({ signature: z.string() });
const RETRY_AFTER_SECONDS = 5;
// Not there, or too early.
const NOT_YET: readonly number[] = [404, 425];

/**
 * A beacon behind drand's relays, none of which is trusted: what a relay says counts when it is signed, and nothing counts
 * of a relay whose /info tells of another key, genesis or period than the contract's, which is asked before anything else.
 * Asking throws SERVICE_UNAVAILABLE when every relay fails.
 */
export function createRelayBeacon({
  scheme,
  urls = QUICKNET_RELAYS,
  timeoutMs = 5_000,
  warn,
}: RelayBeaconOptions): RelayBeacon {
  const same = new Set<string>();
  const complaints = new Map<string, string>();

  async function requireSame(url: string, signal: AbortSignal): Promise<void> {
    if (same.has(url)) return;
    const difference = await findRelayDifference(url, scheme, signal);
    if (difference === undefined) {
      same.add(url);
      return;
    }
    if (complaints.get(url) !== difference)
      warn(`The relay ${url} is not used, because its beacon is not the contract's: ${difference}.`);
    complaints.set(url, difference);
    throw new Error(difference);
  }

  async function ask(url: string, beaconRound: bigint): Promise<string | undefined> {
    await requireSame(url, AbortSignal.timeout(timeoutMs));
    const response = await fetch(`${url}/public/${beaconRound}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (NOT_YET.includes(response.status)) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    const { signature } = signed.parse(await response.json());
    if (!isSignatureOf(scheme.publicKey, beaconRound, signature)) throw new Error('its signature is wrong');
    return `0x${signature}`;
  }

  return {
    ...scheme,
    async check(signal) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      await Promise.allSettled(urls.map((url) => requireSame(url, within)));
    },
    async signatureOf(beaconRound) {
      if (beaconRound < 1n || timeOfRound(scheme, beaconRound) * 1_000n > Date.now()) return undefined;
      const failures: string[] = [];
      for (const url of urls) {
        try {
          const signature = await ask(url, beaconRound);
          if (signature !== undefined) return signature;
        } catch (error) {
          failures.push(`${new URL(url).host}: ${(error as Error).message}`);
        }
      }
      if (failures.length < urls.length) return undefined;
      throw new DomainError('SERVICE_UNAVAILABLE', 'No relay of the beacon answers: try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: new Error(failures.join('; ')),
      });
    },
  };
}
