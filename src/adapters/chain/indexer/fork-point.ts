import type { ChainBlock, Projection } from '../../ports/projection.ts';
import type { ChainReader } from './chain-reader.ts';

const PAGE = 32;

/** Where the remembered blocks and the node's chain still agree. */
export interface ForkPoint {
  /** The newest block that both have; undefined when there is none. */
  readonly common: ChainBlock | undefined;
  /** Whether a remembered block above it, not higher than the node's head, is another one on the node's chain. */
  readonly differs: boolean;
}

/** Goes down the remembered blocks from the node's head. */
export async function findForkPoint(
  projection: Projection,
  reader: ChainReader,
  headNumber: number,
): Promise<ForkPoint> {
  let differs = false;
  let below = headNumber + 1;
  for (;;) {
    const remembered = await projection.blocks(PAGE, below);
    const present = await reader.blocks(remembered.map(({ number }) => number));
    for (const [place, block] of remembered.entries()) {
      if (present[place]?.hash === block.hash) return { common: block, differs };
      differs = true;
      below = block.number;
    }
    if (remembered.length < PAGE) return { common: undefined, differs };
  }
}
