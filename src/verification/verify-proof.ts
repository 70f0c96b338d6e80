import { compare, report, type VerificationStep } from '../core/draws/verify-draw.ts';
import { checkBirth } from './contracts/birth.ts';
import type { DrawEvidence } from './evidence.ts';
import { decodeHeader } from './state/header.ts';
import { countSources, findBlock, readChainId, type ReportingNode } from './node/chain-node.ts';
import type { DrawProofParts } from './proof-document.ts';
import { findFinalized } from './readings.ts';
import { proveDraw } from './state/prove-draw.ts';
import { proveTimes } from './state/prove-times.ts';
import { proveHead } from './state/prove-head.ts';
import { participantsOf, readReportedChanges } from './twins/participants.ts';
import { readSigners } from './twins/signers.ts';
import type { ReadTwins } from './twins/twins.ts';
import { verdictOf } from './verdict.ts';
import { verifyEvidence, type DrawSite, type Expectation } from './verify-evidence.ts';
import { hasEnough, sourcesStep } from './state/sources.ts';
import { finalityStep, type Verification } from './verify-on-nodes.ts';

/** What confirms the block of a proof. */
export interface ProofSources {
  readonly nodes: readonly ReportingNode[];
  readonly expected: Expectation;
  /** The hash of the block, from another source than the nodes and the proof. */
  readonly blockHash?: string;
  readonly chainId?: bigint;
  /** `readTwins` to look for twins of the draw on the first node. */
  readonly readTwins?: ReadTwins;
  /** The first block in which twins are looked for; 0 when left out. */
  readonly fromBlock?: number;
}

/** Verifies the document of a proof. Its block counts only when two sources confirm the hash. Throws VerificationError. */
export async function verifyProof(
  { site, evidence, state, birth, times }: DrawProofParts,
  { nodes, expected, blockHash, chainId, readTwins, fromBlock = 0 }: ProofSources,
): Promise<Verification> {
  const header = decodeHeader(state.header);
  const { number, hash } = header;
  const proved = await proveDraw({ site, evidence, state, blockHash: hash });
  const confirmations = await Promise.all(nodes.map((node) => confirm(node, number)));
  // A document of the former version has no receipts.
  const provedTimes = times && (await proveTimes(site, evidence, { times, nodes }));
  const given = blockHash?.toLowerCase();
  const confirming = confirmations.filter((confirmation) => confirmation.hash === hash);
  const count = countSources(confirming.map(({ node }) => node)) + Number(given === hash);
  const isFinal = finality(number, confirmations);
  const steps = [
    compare('chain id', chainId ?? confirmations[0]?.chainId ?? site.chainId, site.chainId),
    nodesStep(hash, site.chainId, confirmations),
    ...(given === undefined ? [] : [compare('given block hash', given, hash)]),
    finalityStep(number, isFinal),
    checkBirth(site.hub, birth),
    sourcesStep(hash, count),
    ...proved.steps,
    ...(provedTimes?.steps ?? []),
    ...verifyEvidence(site, evidence, { history: proved.history ?? 'not proved', expected }),
  ];
  const isProved = proved.isProved && hasEnough(count);
  const [node] = nodes;
  const head = isProved && node ? await proveHead(node, evidence.creation.provider, header) : undefined;
  const search = { site, fromBlock, toBlock: number, beacon: expected, birth, head };
  const whole = node && (await withParticipants(node, site, evidence, number));
  const [twins, signers] = await Promise.all([
    whole && readTwins?.(node, whole, search),
    whole && readSigners(node, site.hub, whole, number),
  ]);
  return {
    verdict: verdictOf(steps),
    steps,
    site,
    evidence,
    isProved,
    block: { number, hash, sources: count },
    state,
    ...(times && provedTimes && { times, timeSources: provedTimes.sources }),
    ...(isFinal !== undefined && { isFinal }),
    ...(birth !== undefined && { birth }),
    ...(twins && { twins }),
    ...(signers && { signers }),
  };
}

/** Adds who took part, which a document does not have. */
async function withParticipants(
  node: ReportingNode,
  site: DrawSite,
  evidence: DrawEvidence,
  toBlock: number,
): Promise<DrawEvidence> {
  const blocks = { fromBlock: evidence.creation.blockNumber, toBlock };
  return { ...evidence, participants: participantsOf(await readReportedChanges(node, site, blocks)) };
}

interface Confirmation {
  readonly node: ReportingNode;
  readonly chainId: bigint;
  readonly hash?: string;
  /** Undefined when the node does not say. */
  readonly finalized?: number;
}

async function confirm(node: ReportingNode, number: number): Promise<Confirmation> {
  const [chainId, block, finalized] = await Promise.all([
    readChainId(node),
    findBlock(node, number),
    findFinalized(node),
  ]);
  return {
    node,
    chainId,
    ...(block && { hash: block.hash }),
    ...(finalized && { finalized: finalized.number }),
  };
}

function finality(number: number, confirmations: readonly Confirmation[]): boolean | undefined {
  const known = confirmations.map(({ finalized }) => finalized);
  if (known.length === 0 || known.includes(undefined)) return undefined;
  return known.every((finalized = -1) => finalized >= number);
}

function nodesStep(hash: string, chainId: bigint, confirmations: readonly Confirmation[]): VerificationStep {
  const contradictions = confirmations.flatMap(({ node, ...confirmation }) => [
    ...(confirmation.hash === hash ? [] : [`${node.name} has another block.`]),
    ...(confirmation.chainId === chainId ? [] : [`${node.name} is of chain ${confirmation.chainId}.`]),
  ]);
  const names = confirmations.map(({ node }) => node.name).join(', ');
  return report('nodes', names === '' ? 'none asked' : `${names} confirm the block`, contradictions);
}
