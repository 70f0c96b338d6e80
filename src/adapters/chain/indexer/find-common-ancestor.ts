import type { ChainBlock, Projection, ProjectionCursor } from '../../ports/projection.ts';
import { otherHistory } from '../rpc/other-chain.ts';
import type { ChainReader, NodeHead } from './chain-reader.ts';
import { findForkPoint } from './fork-point.ts';

/** The block after which the next step resumes: the newest projected block that is still on the chain; undefined if none is. */
export interface ResumePoint {
  readonly block: ChainBlock | undefined;
}

export interface CommonAncestorOptions {
  /** Whether no other node serves this chain, so that even a lower head is correct. */
  readonly soleNode: boolean;
}

/**
 * Compares the newest projected block `tip` with the node's chain. Undefined means to wait, because a node with a lower head
 * lags behind. Throws OtherChain when the node has other blocks in place of final ones, or of all that are stored. Only a sole
 * node may have them: its chain was created anew.
 */
export async function findCommonAncestor(
  projection: Projection,
  reader: ChainReader,
  { cursor, tip, head }: { cursor: ProjectionCursor; tip: ChainBlock | undefined; head: NodeHead },
  { soleNode }: CommonAncestorOptions,
): Promise<ResumePoint | undefined> {
  if (tip === undefined || head.at?.hash === tip.hash) return { block: tip };
  const { common, differing } = await findForkPoint(projection, reader, head.latest.number);
  if (soleNode) return { block: common };
  const final = Math.min(cursor.head?.finalizedNumber ?? 0, tip.number);
  const keepsFinal = common !== undefined && common.number >= final;
  if (!keepsFinal && differing !== undefined) throw otherHistory(differing);
  return keepsFinal && head.latest.number >= tip.number ? { block: common } : undefined;
}
