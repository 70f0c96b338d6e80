import type { ChainBlock, Projection, ProjectionCursor } from '../../ports/projection.ts';
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
 * lags behind. A lower head is only another chain if the node has a different block in place of a final one.
 */
export async function findCommonAncestor(
  projection: Projection,
  reader: ChainReader,
  { cursor, tip, head }: { cursor: ProjectionCursor; tip: ChainBlock | undefined; head: NodeHead },
  { soleNode }: CommonAncestorOptions,
): Promise<ResumePoint | undefined> {
  if (tip === undefined || head.at?.hash === tip.hash) return { block: tip };
  const { common, differs } = await findForkPoint(projection, reader, head.latest.number);
  if (head.latest.number >= tip.number || soleNode) return { block: common };
  const final = cursor.head?.finalizedNumber ?? 0;
  return differs && (common === undefined || common.number < final) ? { block: common } : undefined;
}
