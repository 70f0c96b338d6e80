import { blockAt, toBlock, type RpcBlock } from './block.ts';
import { NodeLagging } from './node-lagging.ts';
import type { Rpc } from './rpc.ts';
import { callAll, MAX_CALLS } from './rpc-chunks.ts';

/**
 * Reads blocks of the chain that ends with `head`, undefined where it is shorter. Each request also asks for `head`: one of several
 * nodes at an address may have missed a reorganisation, and its blocks prove nothing. Throws NodeLagging for such a node, RpcError
 * and RpcUnreachable.
 */
export async function readBlocksOn(
  rpc: Rpc,
  head: RpcBlock,
  numbers: readonly number[],
): Promise<readonly (RpcBlock | undefined)[]> {
  const most = MAX_CALLS - 1;
  const blocks: (RpcBlock | undefined)[] = [];
  for (let first = 0; first < numbers.length; first += most) {
    const requested = [head.number, ...numbers.slice(first, first + most)];
    const [same, ...found] = (
      await callAll(
        rpc,
        requested.map((number) => blockAt(number)),
      )
    ).map(toBlock);
    if (same?.hash !== head.hash) throw new NodeLagging();
    blocks.push(...found);
  }
  return blocks;
}
