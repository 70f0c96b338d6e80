import { QUICKNET, QUICKNET_RELAYS, type BeaconScheme } from '../../src/core/draws/quicknet.ts';
import { isQuicknet, usualMargin } from '../../src/verification/contracts/check-contracts.ts';
import { withRelaySignature } from '../../src/verification/steps.ts';
import type { Expectation } from '../../src/verification/verify-evidence.ts';
import type { Verification } from '../../src/verification/verify-on-nodes.ts';

const TIMEOUT_MS = 5_000;
const SIGNATURE = /^[0-9a-f]{96}$/;

/** The beacon of a draw, as the reader or the page names it. */
export interface NamedBeacon {
  /** A relay whose key and times are expected; without it quicknet's, which are part of this script. */
  readonly beacon: string | undefined;
  /** The relays of quicknet that are asked for the signature when no beacon is named; drand's own when left out. */
  readonly relays?: readonly string[];
  readonly cancelled: AbortSignal;
}

/** The beacon to expect, and what a relay of it says. */
export interface BeaconResponse {
  readonly isQuicknet: boolean;
  /** Whether a relay has the signature of the draw. */
  readonly relay: 'same' | 'other' | 'none' | 'unasked';
}

/** The beacon to expect. Rejects when the named one does not answer. */
export async function expectBeacon({ beacon, cancelled }: NamedBeacon): Promise<Expectation> {
  const scheme = beacon === undefined ? QUICKNET : await readBeacon(beacon, cancelled);
  return { ...scheme, leastMargin: usualMargin(scheme) };
}

/** Compares the signature of a draw with that of the first relay that has one. */
export async function compareWithRelay(
  verification: Verification,
  expected: Expectation,
  { beacon, relays = QUICKNET_RELAYS, cancelled }: NamedBeacon,
): Promise<[Verification, BeaconResponse]> {
  const { beaconRound, signature } = verification.evidence.draw;
  const requested = beacon === undefined ? relays : [beacon];
  const found = await relaySignature(beaconRound, cancelled, requested);
  const none = requested.length === 0 ? 'unasked' : 'none';
  return [
    found === undefined ? verification : withRelaySignature(verification, found),
    {
      isQuicknet: isQuicknet(expected),
      relay: found === undefined ? none : found === signature ? 'same' : 'other',
    },
  ];
}

async function readBeacon(url: string, cancelled: AbortSignal): Promise<BeaconScheme> {
  const beacon = (await getJson(`${toBase(url)}/info`, cancelled)) as {
    public_key: unknown;
    genesis_time: unknown;
    period: unknown;
  };
  return {
    publicKey: String(beacon.public_key).toLowerCase(),
    genesis: Number(beacon.genesis_time),
    period: Number(beacon.period),
  };
}

/** As 0x hexadecimal; undefined when no relay has one. */
async function relaySignature(
  round: bigint,
  cancelled: AbortSignal,
  relays: readonly string[],
): Promise<string | undefined> {
  for (const relay of relays) {
    try {
      const { signature } = (await getJson(`${toBase(relay)}/public/${round}`, cancelled)) as {
        signature: string;
      };
      if (SIGNATURE.test(signature)) return `0x${signature}`;
    } catch {
      cancelled.throwIfAborted();
      // The next relay is asked.
    }
  }
  return undefined;
}

function toBase(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

async function getJson(url: string, cancelled: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), cancelled]),
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  return response.json();
}
