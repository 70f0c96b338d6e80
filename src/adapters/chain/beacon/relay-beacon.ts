import { z } from 'zod';
import { QUICKNET_RELAYS, type BeaconScheme } from '../../../core/draws/quicknet.ts';
import { DomainError } from '../../../core/errors.ts';
import type { BeaconSource } from '../../../core/draws/beacon-source.ts';
import { isSignatureOf, timeOfRound } from './beacon-scheme.ts';
import { findRelayDifference } from './relay-scheme.ts';

interface RelayBeaconOptions {
  /** The beacon that the contract verifies. */
  readonly scheme: BeaconScheme;
  /** Base URLs of drand's HTTP API (v1) for this beacon, such as https://api.drand.sh/<chain hash>, tried in order. Default: quicknet's. */
  readonly urls?: readonly string[];
  /** The timeout of a request, in milliseconds. */
  readonly timeoutMs?: number;
  warn(message: string): void;
}

export interface RelayBeacon extends BeaconSource {
  /** Checks every relay's beacon now, and warns of a different one; a relay that does not answer is checked later. */
  check(signal: AbortSignal): Promise<void>;
}

const signed = z.object({ signature: z.string() });
const RETRY_AFTER_SECONDS = 5;
// The round does not exist yet.
const NOT_YET: readonly number[] = [404, 425];

/**
 * A beacon behind drand's relays, which are not trusted: every signature is verified, and a relay whose /info differs in key,
 * genesis or period from the contract is not used. signatureOf throws SERVICE_UNAVAILABLE when every relay fails.
 */
export function createRelayBeacon({
  scheme,
  urls = QUICKNET_RELAYS,
  timeoutMs = 5_000,
  warn,
}: RelayBeaconOptions): RelayBeacon {
  const verified = new Set<string>();
  const warnings = new Map<string, string>();

  async function verifyRelay(url: string, signal: AbortSignal): Promise<void> {
    if (verified.has(url)) return;
    const difference = await findRelayDifference(url, scheme, signal);
    if (difference === undefined) {
      verified.add(url);
      return;
    }
    if (warnings.get(url) !== difference)
      warn(`The relay ${url} is not used, because its beacon is not the contract's: ${difference}.`);
    warnings.set(url, difference);
    throw new Error(difference);
  }

  async function fetchSignature(url: string, beaconRound: bigint): Promise<string | undefined> {
    await verifyRelay(url, AbortSignal.timeout(timeoutMs));
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
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      await Promise.allSettled(urls.map((url) => verifyRelay(url, timeout)));
    },
    async signatureOf(beaconRound) {
      if (beaconRound < 1n || timeOfRound(scheme, beaconRound) * 1_000n > Date.now()) return undefined;
      const failures: string[] = [];
      for (const url of urls) {
        try {
          const signature = await fetchSignature(url, beaconRound);
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
