import type { ChainBlock, Projection } from '../../ports/projection.ts';
import type { ChainReader } from './chain-reader.ts';

const PAGE = 32;

/** The point up to which the stored blocks and the node's chain agree. */
export interface ForkPoint {
  /** The newest block that both have; undefined when there is none. */
  readonly common: ChainBlock | undefined;
  /** Whether a stored block above it, up to the node's head, differs from the node's block. */
  readonly differs: boolean;
}

/** Compares the stored blocks with the node's, downwards from the node's head. */
export async function findForkPoint(
  projection: Projection,
  reader: ChainReader,
  headNumber: number,
): Promise<ForkPoint> {
  let differs = false;
  let below = headNumber + 1;
  for (;;) {
    const stored = await projection.blocks(PAGE, below);
    const present = await reader.blocks(stored.map(({ number }) => number));
    for (const [index, block] of stored.entries()) {
      if (present[index]?.hash === block.hash) return { common: block, differs };
      differs = true;
      below = block.number;
    }
    if (stored.length < PAGE) return { common: undefined, differs };
  }
}
