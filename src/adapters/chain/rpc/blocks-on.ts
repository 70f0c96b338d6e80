import { blockAt, toBlock, type RpcBlock } from './block.ts';
import { NodeLagging } from './node-lagging.ts';
import type { Rpc } from './rpc.ts';
import { callAll } from './rpc-chunks.ts';

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
  const leading = {
    calls: [blockAt(head.number)],
    check([same]: readonly unknown[]) {
      if (same instanceof Error) throw same;
      if (toBlock(same)?.hash !== head.hash) throw new NodeLagging();
    },
  };
  const responses = await callAll(
    rpc,
    numbers.map((number) => blockAt(number)),
    { leading },
  );
  return responses.map(toBlock);
}
