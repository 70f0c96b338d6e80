import { prepareVerification } from '../../src/verification/prepare.ts';
import { verdictFacts, type VerdictFacts } from '../../src/verification/facts.ts';
import { readChainId, type ReportingNode } from '../../src/verification/node/chain-node.ts';
import { createHttpNode } from '../../src/verification/node/http-node.ts';
import { sourceOfUrl } from '../../src/verification/state/sources.ts';
import { withBasis, type BasedStep } from '../../src/verification/steps.ts';
import { readTwins } from '../../src/verification/twins/twins.ts';
import { verifyOnNodes, type Prove, type Verification } from '../../src/verification/verify-on-nodes.ts';
import type { Expectation } from '../../src/verification/verify-evidence.ts';
import { compareWithRelay, expectBeacon, type BeaconResponse, type NamedBeacon } from './beacon.ts';
import { Refusal } from './failure.ts';

/** The longest time for one response of a node. */
const TIMEOUT_MS = 12_000;

/** What a verification says to a reader. */
export interface BrowserVerification extends BeaconResponse {
  readonly facts: VerdictFacts;
  readonly steps: readonly BasedStep[];
  /** Whether the service of the page supplied the proof, because the node gives none. */
  readonly isFromService: boolean;
  /** Milliseconds of reading and computation. */
  readonly computedMs: number;
}

/** The sources that the reader names. Two of them prove the draw. */
export interface NamedSources extends NamedBeacon {
  /** JSON-RPC addresses. */
  readonly nodes: readonly string[];
  /** The hash of a block from another source than the nodes, such as a block explorer. */
  readonly blockHash: string | undefined;
  /** Called with the number of responses of the nodes so far. */
  readonly answered?: (count: number) => void;
}

/** The draw to verify; texts in any case of letters. */
export interface BrowserQuestion extends NamedSources {
  /** The chain that the nodes must be of. */
  readonly chainId: bigint;
  readonly hub: string;
  /** The giveaway's key. */
  readonly giveaway: string;
  readonly round: number;
  readonly fromBlock: number;
  /** A block shortly before the creation of the hub: its birth is found there where nodes refuse to search all blocks. */
  readonly hubBlock: number;
  /** Where the service of the page has the document of a proof, for nodes that give none. */
  readonly document: string | undefined;
}

/**
 * Verifies a draw with nodes: the same checks as the command `verify-draw`, with --prove when there are two sources. Rejects with an
 * Error when a node or a named beacon does not answer.
 */
export async function verifyInBrowser(question: BrowserQuestion): Promise<BrowserVerification> {
  const expected = await expectBeacon(question);
  const nodes = openNodes(question);
  if (nodes.length === 0) throw new Error('Name a node.');
  // The preparation runs while the nodes answer.
  await Promise.all([requireChain(nodes, question.chainId), prepareVerification()]);
  const startedAt = performance.now();
  const wantsProof = nodes.length > 1 || question.blockHash !== undefined;
  const { verification, isFromService } = await (wantsProof ? prove : report)(question, nodes, expected);
  return present(verification, { question, expected, startedAt, isFromService });
}

/** Throws a Refusal for a node of another chain. A further node than the first may be silent: the verification says so. */
export async function requireChain(nodes: readonly ReportingNode[], chainId: bigint): Promise<void> {
  await Promise.all(
    nodes.map(async (node, index) => {
      const found = await readChainId(node).catch((error: unknown) => {
        if (index > 0) return chainId;
        throw error;
      });
      if (found !== chainId)
        throw new Refusal('otherChain', { node: node.name, found: `${found}`, chain: `${chainId}` });
    }),
  );
}

/** Compares a verification with the relays, and gathers what a reader is told. */
export async function present(
  verification: Verification,
  context: {
    readonly question: NamedSources;
    readonly expected: Expectation;
    readonly startedAt: number;
    readonly isFromService: boolean;
  },
): Promise<BrowserVerification> {
  const { question, expected, startedAt, isFromService } = context;
  const computedMs = performance.now() - startedAt;
  const [compared, response] = await compareWithRelay(verification, expected, question);
  return {
    facts: verdictFacts(compared),
    steps: withBasis(compared),
    isFromService,
    computedMs,
    ...response,
  };
}

/** The nodes that the reader names. A browser looks no names up: see `sourceOfUrl`. */
export function openNodes({ nodes, cancelled, answered }: NamedSources): ReportingNode[] {
  let count = 0;
  return nodes.map((url) =>
    createHttpNode(url, {
      source: sourceOfUrl(url),
      timeoutMs: TIMEOUT_MS,
      signal: cancelled,
      answered: () => answered?.((count += 1)),
    }),
  );
}

type Way = (
  question: BrowserQuestion,
  nodes: readonly ReportingNode[],
  expected: Expectation,
  prove?: Prove,
) => Promise<{ readonly verification: Verification; readonly isFromService: boolean }>;

const report: Way = async (question, nodes, expected, prove) => {
  const { blockHash, cancelled: _, answered: __, ...rest } = question;
  const verification = await verifyOnNodes({
    ...rest,
    hub: question.hub.toLowerCase(),
    giveaway: question.giveaway.toLowerCase(),
    nodes,
    expected,
    readTwins,
    prove,
    ...(blockHash !== undefined && { blockHash }),
  });
  return { verification, isFromService: false };
};

/** Proves the draw with the proofs of a node, else with the document of the service. */
const prove: Way = async (question, nodes, expected) => {
  const { proveOnNode, readDocument, verifyDocument } = await import('./prove.ts');
  let refused = false;
  const proveFirst: Prove = (...claim) =>
    proveOnNode(...claim).catch((error: unknown) => {
      refused = true;
      throw error;
    });
  try {
    return await report(question, nodes, expected, proveFirst);
  } catch (error) {
    question.cancelled.throwIfAborted();
    const text = refused ? await readDocument(question) : undefined;
    if (text === undefined) throw error;
    const verification = await verifyDocument(text, { ...question, requested: question, nodes, expected });
    return { verification, isFromService: true };
  }
};
