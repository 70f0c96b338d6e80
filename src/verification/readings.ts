import type { VerificationStep } from '../core/draws/verify-draw.ts';
import { checkViews } from './check-views.ts';
import {
  eventsUntil,
  readEvents,
  readEvidence,
  requireDrawn,
  type DrawQuestion,
  type GiveawayEvents,
  type ReportedEvidence,
} from './evidence.ts';
import { findBlock, readChainId, type ReportingNode, type ReportedBlock } from './node/chain-node.ts';
import { historyHash } from './abi/history.ts';
import { readWords } from './abi/words.ts';
import { VerificationError } from './verification-error.ts';
import { verifyEvidence, type DrawSite, type Expectation } from './verify-evidence.ts';

/** What one node reports about a draw. */
export interface Reading {
  readonly node: ReportingNode;
  readonly chainId: bigint;
  /** The block whose state decides. */
  readonly block: ReportedBlock;
  /** The latest block that cannot be abandoned; undefined when the node does not say. */
  readonly finalized?: number;
  readonly evidence: ReportedEvidence;
  /** The checks of this node's responses by themselves. */
  readonly steps: readonly VerificationStep[];
}

/** What all nodes report, and the nodes that do not answer. */
export interface Readings {
  readonly readings: readonly Reading[];
  readonly failures: readonly { readonly name: string; readonly error: VerificationError }[];
}

interface ReadingQuestion extends DrawQuestion {
  readonly expected: Expectation;
}

interface View {
  readonly node: ReportingNode;
  readonly chainId: bigint;
  readonly latest: ReportedBlock;
  readonly finalized: ReportedBlock | undefined;
  readonly events: GiveawayEvents;
}

/**
 * Reads a draw from every node at the same block: the one with the given hash, else the latest that all call final, else the
 * latest that all have. Throws VerificationError when no node answers.
 */
export async function readFromNodes(
  nodes: readonly ReportingNode[],
  question: ReadingQuestion,
  blockHash: string | undefined,
): Promise<Readings> {
  const failures: { name: string; error: VerificationError }[] = [];
  const attempt = async <T>(name: string, work: () => Promise<T>): Promise<T[]> => {
    try {
      return [await work()];
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      failures.push({ name, error });
      return [];
    }
  };
  const views = (
    await Promise.all(nodes.map((node) => attempt(node.name, () => readView(node, question))))
  ).flat();
  const agreed = blockHash === undefined ? chooseBlock(views) : undefined;
  const readings = await Promise.all(
    views.map((view) => attempt(view.node.name, () => readAt(view, question, blockHash ?? agreed ?? 0))),
  );
  const [failure] = failures;
  if (readings.flat().length === 0 && failure !== undefined) throw failure.error;
  return { readings: readings.flat(), failures };
}

/** The names of the checks that a node's responses fail by themselves. */
export function failuresOf({ steps }: Reading): string[] {
  return steps.flatMap(({ name, differs }) => (differs === undefined ? [] : [name]));
}

/** The hash of the giveaway's history that the node's view returns. */
function historyOf({ views }: ReportedEvidence): string {
  return readWords(views.historyOf, 'the result of historyOf').bytes32(0);
}

/** The names of the parts in which two readings differ. */
export function differencesOf(one: Reading, other: Reading): string[] {
  if (one === other) return [];
  const parts = (reading: Reading) => ({
    'chain id': reading.chainId,
    block: reading.block.hash,
    creation: reading.evidence.creation,
    entries: reading.evidence.changes,
    draw: reading.evidence.draw,
    places: reading.evidence.places ?? null,
    code: reading.evidence.code,
    views: reading.evidence.views,
  });
  const [ofOne, ofOther] = [parts(one), parts(other)];
  return (Object.keys(ofOne) as (keyof typeof ofOne)[]).filter(
    (name) => toText(ofOne[name]) !== toText(ofOther[name]),
  );
}

async function readView(node: ReportingNode, question: DrawQuestion): Promise<View> {
  const chainId = await readChainId(node);
  const latest = await findBlock(node, 'latest');
  if (latest === undefined) throw new VerificationError('NODE_FAILED', `${node.name} has no latest block.`);
  const finalized = await findFinalized(node);
  const events = await readEvents(node, question, latest.number);
  requireDrawn(events, question, node.name);
  return { node, chainId, latest, finalized, events };
}

/** Some chains have no such tag. */
export async function findFinalized(node: ReportingNode): Promise<ReportedBlock | undefined> {
  try {
    return await findBlock(node, 'finalized');
  } catch (error) {
    if (error instanceof VerificationError && error.code !== 'NODE_UNREACHABLE') return undefined;
    throw error;
  }
}

function chooseBlock(views: readonly View[]): number {
  const final = Math.min(...views.map(({ finalized }) => finalized?.number ?? -1));
  const isFinal = views.every(({ events }) => events.draws.some(({ blockNumber }) => blockNumber <= final));
  return isFinal ? final : Math.min(...views.map(({ latest }) => latest.number));
}

async function readAt(view: View, question: ReadingQuestion, wanted: number | string): Promise<Reading> {
  const { node, chainId, latest, finalized } = view;
  const block =
    [finalized, latest].find((known) => known?.number === wanted) ?? (await findBlock(node, wanted));
  if (block === undefined || (typeof wanted === 'number' ? block.number : block.hash) !== wanted)
    throw new VerificationError('NODE_FAILED', `${node.name} does not have the block ${wanted}.`);
  if (typeof wanted === 'string' && (await findBlock(node, block.number))?.hash !== wanted)
    throw new VerificationError(
      'NODE_FAILED',
      `According to ${node.name}, the chain abandoned the block ${wanted}.`,
    );
  const events = eventsUntil(view.events, block.number);
  const responses = readEvidence(node, question, { events, block });
  // The longest computation, while the node answers.
  const [creation] = events.creations;
  const computedHistory = creation && historyHash(creation, events.changes, events.placeCounts[0]);
  const evidence = await responses;
  const steps = check({ ...question, chainId }, evidence, computedHistory);
  return { node, chainId, block, evidence, steps, ...(finalized && { finalized: finalized.number }) };
}

function check(
  { expected, ...site }: ReadingQuestion & DrawSite,
  evidence: ReportedEvidence,
  computedHistory: string | undefined,
): VerificationStep[] {
  return [
    ...verifyEvidence(site, evidence, { history: historyOf(evidence), computedHistory, expected }),
    ...checkViews(evidence, site.round),
  ];
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
