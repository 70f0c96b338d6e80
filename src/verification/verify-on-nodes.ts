import { compare, report, type VerificationStep } from '../core/draws/verify-draw.ts';
import type { DrawQuestion, DrawEvidence } from './evidence.ts';
import { checkBirth } from './contracts/birth.ts';
import { countSources, type ReportingNode } from './node/chain-node.ts';
import { readBirth } from './node/read-birth.ts';
import { differencesOf, failuresOf, readFromNodes, type Reading, type Readings } from './readings.ts';
import type { ProvedState } from './state/prove-draw.ts';
import type { TimeProof } from './state/prove-times.ts';
import type { StateProof } from './state/read-state.ts';
import { verdictOf, type DrawVerdict } from './verdict.ts';
import { readSigners, type Signers } from './twins/signers.ts';
import type { ReadTwins, Twins } from './twins/twins.ts';
import type { VerificationError } from './verification-error.ts';
import type { DrawSite, Expectation } from './verify-evidence.ts';

/** Proves what a node reports in the state of its block, whose hash so many sources confirm. Throws VerificationError. */
export type Prove = (
  readings: readonly Reading[],
  reading: Reading,
  site: DrawSite,
  sources: number,
) => Promise<
  ProvedState & {
    readonly state: StateProof;
    readonly times: TimeProof;
    readonly timeSources: number;
    /** The proved hash of the provider's list of announcements. */
    readonly head?: string;
  }
>;

/** What a verification asks of nodes. */
export interface DrawCheck extends DrawQuestion {
  /** At least one. */
  readonly nodes: readonly ReportingNode[];
  readonly expected: Expectation;
  /** A block shortly before the creation of the hub; `fromBlock` when left out. */
  readonly hubBlock?: number;
  /** `proveOnNode` to prove the draw in the state of a block. A browser, which proves nothing, need not load it. */
  readonly prove?: Prove | undefined;
  /** `readTwins` to look for twins of the draw. */
  readonly readTwins?: ReadTwins;
  /** The hash of the block whose state decides, from another source than the nodes. */
  readonly blockHash?: string;
  /** The chain's id, when the caller knows it. */
  readonly chainId?: bigint;
}

/** The result of a verification. */
export interface Verification {
  readonly verdict: DrawVerdict;
  readonly steps: readonly VerificationStep[];
  readonly site: DrawSite;
  readonly evidence: DrawEvidence;
  /** Whether a state was proved; otherwise the nodes report everything. */
  readonly isProved: boolean;
  /** How many sources confirm the blocks of the receipts that prove the times. */
  readonly timeSources?: number;
  /** The block whose state was read, and how many sources confirm its hash. */
  readonly block: { readonly number: number; readonly hash: string; readonly sources: number };
  /** Whether the nodes call the block final; undefined when they do not say. */
  readonly isFinal?: boolean;
  readonly twins?: Twins;
  readonly signers?: Signers;
  /** The proofs that were read. */
  readonly state?: StateProof;
  readonly times?: TimeProof;
  /** The data of the call that created the hub, when they are known. */
  readonly birth?: string;
}

/** Verifies a draw from what nodes report, or prove. Throws VerificationError when none of them reports a draw. */
export async function verifyOnNodes(check: DrawCheck): Promise<Verification> {
  const { nodes, expected, blockHash, readTwins } = check;
  const [all, { birth, unknown }] = await Promise.all([
    readFromNodes(nodes, check, blockHash?.toLowerCase()),
    readBirth(nodes, { hubBlock: check.fromBlock, ...check }),
  ]);
  const reading = all.readings.find((one) => failuresOf(one).length === 0) ?? all.readings[0];
  if (reading === undefined) throw new Error('A reading or an error is expected.');
  const { evidence, block, chainId } = reading;
  const site: DrawSite = { chainId, hub: check.hub, giveaway: check.giveaway, round: check.round };
  const sources = countSources(all.readings.map(({ node }) => node)) + Number(blockHash !== undefined);
  const proved = await check.prove?.(all.readings, reading, site, sources);
  const isFinal = finality(all.readings);
  const [twins, signers] = await Promise.all([
    readTwins?.(reading.node, evidence, {
      site,
      // An earlier giveaway of the hub may be a twin too.
      fromBlock: check.hubBlock ?? check.fromBlock,
      toBlock: block.number,
      beacon: expected,
      birth,
      head: proved?.head,
    }),
    readSigners(reading.node, site.hub, evidence, block.number),
  ]);
  const steps = [
    compare('chain id', check.chainId ?? chainId, chainId),
    nodesStep(all),
    finalityStep(block.number, isFinal),
    checkBirth(site.hub, birth, unknown),
    ...(proved ?? reading).steps,
  ];
  return {
    verdict: verdictOf(steps),
    steps,
    site,
    evidence,
    isProved: proved?.isProved === true,
    block: { number: block.number, hash: block.hash, sources },
    ...(twins && { twins }),
    ...(signers && { signers }),
    ...(isFinal !== undefined && { isFinal }),
    ...(proved && { state: proved.state, times: proved.times, timeSources: proved.timeSources }),
    ...(birth !== undefined && { birth }),
  };
}

/** The step that says whether a block is final. */
export function finalityStep(block: number, isFinal: boolean | undefined): VerificationStep {
  const name = 'finality';
  if (isFinal === undefined) return { name, found: `block ${block}: unknown whether final` };
  const found = `block ${block}: final`;
  return isFinal
    ? { name, found }
    : { name, found, differs: 'not yet, so that the draw may still change', isOpen: true };
}

function finality(readings: readonly Reading[]): boolean | undefined {
  if (readings.some(({ finalized }) => finalized === undefined)) return undefined;
  return readings.every(({ block, finalized }) => block.number <= (finalized ?? -1));
}

/** All nodes must report the same; the step names each that does not, with what it contradicts. */
function nodesStep({ readings, failures }: Readings): VerificationStep {
  const names = readings.map(({ node }) => node.name);
  const contradictions = failures.map(({ name, error }) => `${name}: ${error.message}`);
  const reference = largestGroup(readings);
  for (const reading of readings) {
    const { name } = reading.node;
    const differences = reference === undefined ? [] : differencesOf(reference, reading);
    const failed = failuresOf(reading);
    if (failed.length > 0 && readings.length > 1) contradictions.push(`${name} fails: ${failed.join(', ')}.`);
    else if (differences.length > 0)
      contradictions.push(`${name} differs from ${reference?.node.name} in: ${differences.join(', ')}.`);
  }
  const step = report('nodes', `${names.join(', ')} agree`, contradictions);
  // Nodes that say nothing contradict nothing.
  const isOpen = contradictions.length === failures.length && failures.every(({ error }) => isSilence(error));
  return isOpen && failures.length > 0 ? { ...step, isOpen } : step;
}

/** Whether a node gave no response that could be judged. */
export function isSilence({ code }: VerificationError): boolean {
  return code === 'NODE_UNREACHABLE' || code === 'NODE_FAILED';
}

/** The first reading of those that most others equal. */
function largestGroup(readings: readonly Reading[]): Reading | undefined {
  const sizes = readings.map(
    (one) => readings.filter((other) => differencesOf(one, other).length === 0).length,
  );
  return readings[sizes.indexOf(Math.max(...sizes))];
}
