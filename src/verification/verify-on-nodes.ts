import { compare, report, type VerificationStep } from '../core/draws/verify-draw.ts';
import type { DrawQuestion, DrawEvidence } from './evidence.ts';
import type { ReportingNode } from './node/chain-node.ts';
import { differencesOf, failuresOf, readFromNodes, type Reading, type Readings } from './readings.ts';
import type { ProvedState } from './state/prove-draw.ts';
import type { StateProof } from './state/read-state.ts';
import { withBasis, type BasedStep } from './steps.ts';
import type { ReadTwins, Twins } from './twins.ts';
import type { DrawSite, Expectation } from './verify-evidence.ts';

/** Proves what a node reports in the state of its block. Throws VerificationError. */
export type Prove = (
  readings: readonly Reading[],
  reading: Reading,
  site: DrawSite,
) => Promise<ProvedState & { readonly state: StateProof }>;

/** What a verification asks of nodes. */
export interface DrawCheck extends DrawQuestion {
  /** At least one. Nodes of one name count as one source. */
  readonly nodes: readonly ReportingNode[];
  readonly expected: Expectation;
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
  readonly verified: boolean;
  readonly steps: readonly BasedStep[];
  readonly site: DrawSite;
  readonly evidence: DrawEvidence;
  /** Whether a state was proved; otherwise the nodes report everything. */
  readonly isProved: boolean;
  /** The block whose state was read, and how many sources confirm its hash. */
  readonly block: { readonly number: number; readonly hash: string; readonly sources: number };
  /** Whether the nodes call the block final; undefined when they do not say. */
  readonly isFinal?: boolean;
  readonly twins?: Twins;
  /** The proofs that were read. */
  readonly state?: StateProof;
}

/** The number of sources that must confirm the hash of a block whose state proves a draw. */
export const LEAST_SOURCES = 2;

/** Verifies a draw from what nodes report, or prove. Throws VerificationError when none of them reports a draw. */
export async function verifyOnNodes(check: DrawCheck): Promise<Verification> {
  const { nodes, expected, blockHash, readTwins } = check;
  const all = await readFromNodes(nodes, check, blockHash?.toLowerCase());
  const reading = all.readings.find((one) => failuresOf(one).length === 0) ?? all.readings[0];
  if (reading === undefined) throw new Error('A reading or an error is expected.');
  const { evidence, block, chainId } = reading;
  const site: DrawSite = { chainId, hub: check.hub, giveaway: check.giveaway, round: check.round };
  const proved = await check.prove?.(all.readings, reading, site);
  const sources = new Set(all.readings.map(({ node }) => node.name)).size + Number(blockHash !== undefined);
  const isFinal = finality(all.readings);
  const steps = [
    compare('chain id', check.chainId ?? chainId, chainId),
    nodesStep(all),
    finalityStep(block.number, isFinal),
    ...(proved ? [sourcesStep(block.hash, sources), ...proved.steps] : []),
    ...replaceHistory(reading.steps, proved?.history),
  ];
  const isProved = proved?.isProved === true && sources >= LEAST_SOURCES;
  return {
    verified: steps.every(({ differs }) => differs === undefined),
    steps: withBasis(steps, isProved),
    site,
    evidence,
    isProved,
    block: { number: block.number, hash: block.hash, sources },
    ...(readTwins && {
      twins: await readTwins(reading.node, evidence, { ...check, toBlock: block.number, beacon: expected }),
    }),
    ...(isFinal !== undefined && { isFinal }),
    ...(proved && { state: proved.state }),
  };
}

/** The steps of a reading; a proved hash of the history stands in for the reported one. */
function replaceHistory(
  steps: readonly VerificationStep[],
  proved: string | undefined,
): readonly VerificationStep[] {
  if (proved === undefined) return steps;
  return steps.map((step) => (step.name === 'history' ? compare('history', step.found, proved) : step));
}

/** The step that says how many sources confirm the hash of a block. */
export function sourcesStep(hash: string, sources: number): VerificationStep {
  const found = `${hash}, from ${sources} sources`;
  return sources >= LEAST_SOURCES
    ? { name: 'block hash', found }
    : {
        name: 'block hash',
        found: `${hash}, from ${LEAST_SOURCES} sources`,
        differs: `${sources} confirm it`,
      };
}

/** The step that says whether a block is final. */
export function finalityStep(block: number, isFinal: boolean | undefined): VerificationStep {
  const states = {
    true: 'final',
    false: 'not final yet, so that the draw may still change',
    undefined: 'unknown whether final',
  };
  return { name: 'finality', found: `block ${block}: ${states[`${isFinal}`]}` };
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
  return report('nodes', `${names.join(', ')} agree`, contradictions);
}

/** The first reading of those that most others equal. */
function largestGroup(readings: readonly Reading[]): Reading | undefined {
  const sizes = readings.map(
    (one) => readings.filter((other) => differencesOf(one, other).length === 0).length,
  );
  return readings[sizes.indexOf(Math.max(...sizes))];
}
