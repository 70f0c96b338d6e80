import { RpcError, type Rpc, type RpcCall } from '../../rpc/rpc.ts';
import { toRevert } from '../../rpc/rpc-errors.ts';
import { readBlock, toHex } from '../../rpc/block.ts';

/**
 * The bytes that a mined transaction reverted with, which nodes do not keep: undefined when they cannot be found.
 * The state before its block shows the reason, at the block's own time, because rounds open and close by the clock;
 * the block itself does when the reason lay in an earlier transaction of it. Throws RpcUnreachable.
 */
export async function findRevert(
  rpc: Rpc,
  call: Readonly<Record<string, string>>,
  blockNumber: number,
): Promise<string | undefined> {
  const block = await readBlock(rpc, blockNumber);
  const trials: readonly RpcCall['params'][] = [
    ...(block === undefined ? [] : [[call, toHex(blockNumber - 1), {}, { time: toHex(block.timestamp) }]]),
    [call, toHex(blockNumber)],
    // At last without the time, for nodes that let none be set.
    [call, toHex(blockNumber - 1)],
  ];
  for (const params of trials) {
    const answer: unknown = await rpc.call('eth_call', params).catch((error: unknown) => {
      if (error instanceof RpcError) return error;
      throw error;
    });
    const revert = toRevert(answer);
    if (revert !== undefined && revert !== 'out-of-gas') return revert.data;
  }
  return undefined;
}
