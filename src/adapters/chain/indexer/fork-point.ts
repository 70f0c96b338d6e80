import type { ChainBlock, Projection } from '../../ports/projection.ts';
import type { ChainReader } from './chain-reader.ts';

const PAGE = 32;

/** The point up to which the stored blocks and the node's chain agree. */
export interface ForkPoint {
  /** The newest block that both have; undefined when there is none. */
  readonly common: ChainBlock | undefined;
  /** The lowest stored block above it in whose place the node has another one. */
  readonly differing: number | undefined;
}

/** Compares the stored blocks with the node's, downwards from the node's head. */
export async function findForkPoint(
  projection: Projection,
  reader: ChainReader,
  headNumber: number,
): Promise<ForkPoint> {
  let differing: number | undefined;
  let below = headNumber + 1;
  for (;;) {
    const stored = await projection.blocks(PAGE, below);
    const present = await reader.blocks(stored.map(({ number }) => number));
    for (const [index, block] of stored.entries()) {
      const found = present[index];
      if (found?.hash === block.hash) return { common: block, differing };
      // A missing block proves nothing: the node, or another one at its address, lags behind.
      if (found !== undefined) differing = block.number;
      below = block.number;
    }
    if (stored.length < PAGE) return { common: undefined, differing };
  }
}
