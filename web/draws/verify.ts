import { LEAST_BEACON_MARGIN, QUICKNET, SAFE_BEACON_MARGIN } from '../../src/core/draws/quicknet.ts';
import type { VerificationStep } from '../../src/core/draws/verify-draw.ts';
import { prepareVerification } from '../../src/verification/prepare.ts';
import { readChainId } from '../../src/verification/node/chain-node.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import type { DrawVerdict } from '../../src/verification/verdict.ts';
import { verifyOnNodes } from '../../src/verification/verify-on-nodes.ts';
import { readBeacon, relaySignature } from './beacon.ts';

export { failureKind } from './failure.ts';

/** The longest time for one answer of the node. */
const TIMEOUT_MS = 12_000;

/** The steps of a verification, and whether a relay has the signature of the draw. */
export interface BrowserVerification {
  readonly verdict: DrawVerdict;
  readonly steps: readonly VerificationStep[];
  readonly relay: 'same' | 'other' | 'none';
  /** Milliseconds of reading and computation. */
  readonly computedMs: number;
}

interface BrowserQuestion {
  /** Ends the verification. */
  readonly cancelled: AbortSignal;
  /** Called with the number of answers of the node so far. */
  readonly answered?: (count: number) => void;
  /** The chain that the node must be of. */
  readonly chainId: bigint;
  readonly hub: string;
  /** The giveaway's key. */
  readonly giveaway: string;
  readonly round: number;
  readonly fromBlock: number;
  /** A block shortly before the creation of the hub, where nodes refuse to search all blocks. */
  readonly hubBlock: number;
  /** The JSON-RPC address of the node. */
  readonly node: string;
  /** The beacon of a test chain; by default quicknet, whose key is part of this script. */
  readonly beacon: string | undefined;
}

/**
 * Verifies a draw with the reports of a node: the same checks as the command `verify-draw`. Rejects with an Error when the node or the
 * beacon of a test chain does not answer.
 */
export async function verifyInBrowser(question: BrowserQuestion): Promise<BrowserVerification> {
  const { beacon, chainId, giveaway, round, fromBlock, hubBlock, cancelled, answered } = question;
  const scheme = beacon === undefined ? QUICKNET : await readBeacon(beacon, cancelled);
  const leastMargin = beacon === undefined ? SAFE_BEACON_MARGIN : LEAST_BEACON_MARGIN;
  const node = createHttpNode(question.node, {
    timeoutMs: TIMEOUT_MS,
    signal: cancelled,
    ...(answered && { answered }),
  });
  // The preparation runs while the node answers.
  const [found] = await Promise.all([readChainId(node), prepareVerification()]);
  if (found !== chainId) throw new Error(`The node is of chain ${found}, not ${chainId}.`);
  const startedAt = performance.now();
  const { steps, verdict, evidence } = await verifyOnNodes({
    nodes: [node],
    hub: question.hub.toLowerCase(),
    giveaway: giveaway.toLowerCase(),
    round,
    fromBlock,
    hubBlock,
    chainId,
    expected: { ...scheme, leastMargin },
  });
  const computedMs = performance.now() - startedAt;
  const { beaconRound, signature } = evidence.draw;
  const relayed = await relaySignature(beaconRound, cancelled, beacon === undefined ? undefined : [beacon]);
  const relay = relayed === undefined ? 'none' : relayed === signature ? 'same' : 'other';
  return { verdict: relay === 'other' ? 'not-verified' : verdict, steps, relay, computedMs };
}
