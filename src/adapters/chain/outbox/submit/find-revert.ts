import { RpcError, type Rpc, type RpcCall } from '../../rpc/rpc.ts';
import { toRevert } from '../../rpc/rpc-errors.ts';
import { readBlock, toHex } from '../../rpc/block.ts';

/**
 * Finds the revert data of a mined transaction, which nodes do not store; undefined when it cannot be found. Calls on the state
 * before its block, at the block's own time because rounds open and close by the clock; then on the state of the block itself,
 * in case an earlier transaction of the block is the reason. Throws RpcUnreachable.
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
    // Finally without the time, for nodes that do not support setting it.
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
