import { findBlock, type ReportingNode } from '../../src/verification/node/chain-node.ts';
import { readProofDocument } from '../../src/verification/proof-document.ts';
import { decodeHeader } from '../../src/verification/state/header.ts';
import { readTwins } from '../../src/verification/twins/twins.ts';
import type { DrawSite, Expectation } from '../../src/verification/verify-evidence.ts';
import type { Verification } from '../../src/verification/verify-on-nodes.ts';
import { verifyProof } from '../../src/verification/verify-proof.ts';
import { Refusal } from './failure.ts';

export { proveOnNode } from '../../src/verification/state/prove-on-node.ts';

const TIMEOUT_MS = 30_000;

interface DocumentSources {
  readonly nodes: readonly ReportingNode[];
  readonly expected: Expectation;
  readonly blockHash: string | undefined;
  /** The draw that the document must be of, as far as the reader names it. */
  readonly requested: Partial<DrawSite>;
  /** The first block in which twins are looked for. */
  readonly hubBlock: number;
}

/** The document that the service has; undefined when it has none. */
export async function readDocument({
  document,
  cancelled,
}: {
  readonly document: string | undefined;
  readonly cancelled: AbortSignal;
}): Promise<string | undefined> {
  if (document === undefined) return undefined;
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), cancelled]);
  const response = await fetch(document, { signal }).catch(() => undefined);
  return response?.ok === true ? response.text() : undefined;
}

/** Verifies the document of a proof with the sources of the reader. Rejects with a Refusal or a VerificationError. */
export async function verifyDocument(
  text: string,
  { nodes, expected, blockHash, requested, hubBlock }: DocumentSources,
): Promise<Verification> {
  const parts = readProofDocument(text);
  requireSame(parts.site, requested);
  await requireSameBlock(parts.state.header, blockHash, nodes);
  return verifyProof(parts, {
    nodes,
    expected,
    readTwins,
    fromBlock: hubBlock,
    ...(blockHash !== undefined && { blockHash }),
    ...(requested.chainId !== undefined && { chainId: requested.chainId }),
  });
}

/** A proof of another draw than the one asked for proves nothing. */
function requireSame(site: DrawSite, requested: Partial<DrawSite>): void {
  for (const name of ['chainId', 'hub', 'giveaway', 'round'] as const)
    if (requested[name] !== undefined && String(requested[name]).toLowerCase() !== String(site[name]))
      throw new Refusal('otherDraw', { found: `${name} ${site[name]}` });
}

/** The hash of another block that a node has says nothing against the proof. */
async function requireSameBlock(
  header: string,
  blockHash: string | undefined,
  [node]: readonly ReportingNode[],
): Promise<void> {
  const { hash, number } = decodeHeader(header);
  if (blockHash === undefined || blockHash.toLowerCase() === hash || node === undefined) return;
  const given = await findBlock(node, blockHash.toLowerCase());
  if (given !== undefined && given.number !== number)
    throw new Refusal('otherBlock', { block: String(number) });
}
