import { compare, report, type VerificationStep } from '../core/draws/verify-draw.ts';
import { decodeHeader } from './state/header.ts';
import { findBlock, readChainId, type ReportingNode } from './node/chain-node.ts';
import type { DrawProofParts } from './proof-document.ts';
import { proveDraw } from './state/prove-draw.ts';
import { withBasis } from './steps.ts';
import { verifyEvidence, type Expectation } from './verify-evidence.ts';
import { finalityStep, LEAST_SOURCES, sourcesStep, type Verification } from './verify-on-nodes.ts';

/** What confirms the block of a proof. */
export interface ProofSources {
  readonly nodes: readonly ReportingNode[];
  readonly expected: Expectation;
  /** The hash of the block, from another source than the nodes and the proof. */
  readonly blockHash?: string;
  readonly chainId?: bigint;
}

/** Verifies the document of a proof. Its block counts only when two sources confirm the hash. Throws VerificationError. */
export async function verifyProof(
  { site, evidence, state }: DrawProofParts,
  sources: ProofSources,
): Promise<Verification> {
  const { number, hash } = decodeHeader(state.header);
  const proved = await proveDraw({ site, evidence, state, blockHash: hash });
  const confirmations = await Promise.all(sources.nodes.map((node) => confirm(node, number)));
  const given = sources.blockHash?.toLowerCase();
  const confirming = confirmations.filter((confirmation) => confirmation.hash === hash);
  const count = new Set(confirming.map(({ name }) => name)).size + Number(given === hash);
  const isFinal =
    confirmations.length === 0 ? undefined : confirmations.every(({ finalized }) => finalized >= number);
  const steps = [
    compare('chain id', sources.chainId ?? confirmations[0]?.chainId ?? site.chainId, site.chainId),
    nodesStep(hash, site.chainId, confirmations),
    ...(given === undefined ? [] : [compare('given block hash', given, hash)]),
    finalityStep(number, isFinal),
    sourcesStep(hash, count),
    ...proved.steps,
    ...verifyEvidence(site, evidence, {
      history: proved.history ?? 'not proved',
      expected: sources.expected,
    }),
  ];
  const isProved = proved.isProved && count >= LEAST_SOURCES;
  return {
    verified: steps.every(({ differs }) => differs === undefined),
    steps: withBasis(steps, isProved),
    site,
    evidence,
    isProved,
    block: { number, hash, sources: count },
    state,
    ...(isFinal !== undefined && { isFinal }),
  };
}

interface Confirmation {
  readonly name: string;
  readonly chainId: bigint;
  readonly hash?: string;
  /** -1 when the node does not say. */
  readonly finalized: number;
}

async function confirm(node: ReportingNode, number: number): Promise<Confirmation> {
  const [chainId, block, finalized] = await Promise.all([
    readChainId(node),
    findBlock(node, number),
    findBlock(node, 'finalized').catch(() => undefined),
  ]);
  return {
    name: node.name,
    chainId,
    finalized: finalized?.number ?? -1,
    ...(block && { hash: block.hash }),
  };
}

function nodesStep(hash: string, chainId: bigint, confirmations: readonly Confirmation[]): VerificationStep {
  const contradictions = confirmations.flatMap((confirmation) => [
    ...(confirmation.hash === hash ? [] : [`${confirmation.name} has another block.`]),
    ...(confirmation.chainId === chainId
      ? []
      : [`${confirmation.name} is of chain ${confirmation.chainId}.`]),
  ]);
  const names = confirmations.map(({ name }) => name).join(', ');
  return report('nodes', names === '' ? 'none asked' : `${names} confirm the block`, contradictions);
}
