import type { ChainBlock, Projection, ProjectionCursor } from '../../ports/projection.ts';
import type { ChainReader, Head } from './chain-reader.ts';
import { findForkPoint } from './fork-point.ts';

/** What the next step stands on: the newest projected block that is still on the chain; undefined for none of them. */
export interface Ground {
  readonly block: ChainBlock | undefined;
}

export interface GroundOptions {
  /** Whether no other node serves this chain, so that even a lower head is the chain's. */
  readonly soleNode: boolean;
}

/**
 * Compares the newest projected block `tip` with the node's chain. Undefined means to wait: a lower head is a node that
 * lags behind. Only where the node denies a block that was final, it has another chain.
 */
export async function findGround(
  projection: Projection,
  reader: ChainReader,
  { cursor, tip, head }: { cursor: ProjectionCursor; tip: ChainBlock | undefined; head: Head },
  { soleNode }: GroundOptions,
): Promise<Ground | undefined> {
  if (tip === undefined || head.at?.hash === tip.hash) return { block: tip };
  const { common, differs } = await findForkPoint(projection, reader, head.latest.number);
  if (head.latest.number >= tip.number || soleNode) return { block: common };
  const final = cursor.head?.finalizedNumber ?? 0;
  return differs && (common === undefined || common.number < final) ? { block: common } : undefined;
}
