import { QUICKNET } from '../../src/core/draws/quicknet.ts';
import { verifyDraw, type VerificationStep } from '../../src/core/draws/verify-draw.ts';
import { readBeacon, relaySignature, toVerifiedBeacon } from './beacon.ts';
import { callNode } from './read-logs.ts';
import { readRecord, type DrawQuestion } from './read-record.ts';
import { keccak256, sha256 } from './words.ts';

/** The steps of a verification, and whether a relay has the signature of the draw. */
export interface BrowserVerification {
  readonly isVerified: boolean;
  readonly steps: readonly VerificationStep[];
  readonly relay: 'same' | 'other' | 'none';
  /** Milliseconds of computation after the logs had arrived. */
  readonly computedMs: number;
}

interface BrowserQuestion extends DrawQuestion {
  /** The JSON-RPC address of the node. */
  readonly node: string;
  /** The beacon of a test chain; by default quicknet, whose key is part of this script. */
  readonly beacon: string | undefined;
}

/**
 * Verifies a draw with the logs of a node: the same rules as the command `verify-draw`. Rejects with an Error when the node or the
 * beacon of a test chain does not answer.
 */
export async function verifyInBrowser(question: BrowserQuestion): Promise<BrowserVerification> {
  const { node, beacon, giveaway } = question;
  const scheme = beacon === undefined ? QUICKNET : await readBeacon(beacon);
  const { record, computedKey } = await readRecord(callNode(node), question);
  const startedAt = performance.now();
  const steps = [
    {
      name: 'giveaway key',
      found: computedKey,
      ...(computedKey !== giveaway && { differs: giveaway }),
    },
    ...verifyDraw(record, toVerifiedBeacon(scheme), { keccak256, sha256 }),
  ];
  const computedMs = performance.now() - startedAt;
  const { beaconRound, signature } = record.outcome;
  const relayed = await relaySignature(beaconRound, beacon === undefined ? undefined : [beacon]);
  const relay = relayed === undefined ? 'none' : relayed === signature ? 'same' : 'other';
  const isVerified = relay !== 'other' && steps.every((step) => !('differs' in step));
  return { isVerified, steps, relay, computedMs };
}
