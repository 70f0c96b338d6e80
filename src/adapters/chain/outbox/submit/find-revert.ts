import { z } from 'zod';
import { RpcError, type Rpc, type RpcCall } from '../../rpc/rpc.ts';
import { toRevert } from '../../rpc/rpc-errors.ts';
import { readBlock, toHex } from '../../rpc/block.ts';

/** A mined transaction: its hash as 0x hex, and its block. */
export interface MinedCall {
  readonly hash: string;
  readonly blockNumber: number;
}

/**
 * Finds the revert data of a mined transaction, which nodes do not store; undefined when it cannot be found. Calls on the state
 * before its block, at the block's own time because rounds open and close by the clock; then on the state of the block itself,
 * in case an earlier transaction of the block is the reason. Where neither reverts, since a later transaction of the block took
 * the reason away, a node that traces transactions tells it. Throws RpcUnreachable.
 */
export async function findRevert(
  rpc: Rpc,
  call: Readonly<Record<string, string>>,
  { hash, blockNumber }: MinedCall,
): Promise<string | undefined> {
  const block = await readBlock(rpc, blockNumber);
  const trials: readonly RpcCall['params'][] = [
    ...(block === undefined ? [] : [[call, toHex(blockNumber - 1), {}, { time: toHex(block.timestamp) }]]),
    [call, toHex(blockNumber)],
    // Finally without the time, for nodes that do not support setting it.
    [call, toHex(blockNumber - 1)],
  ];
  for (const params of trials) {
    const revert = toRevert(await rpc.call('eth_call', params).catch(toResponse));
    if (revert !== undefined && revert !== 'out-of-gas') return revert.data;
  }
  const tracer = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } };
  const trace = tracedCall.safeParse(
    await rpc.call('debug_traceTransaction', [hash, tracer]).catch(toResponse),
  );
  return trace.data?.output;
}

// The outermost call of a transaction that reverted, as the callTracer of Geth describes it.
const tracedCall = z.object({ error: z.string().regex(/revert/i), output: z.string().startsWith('0x') });

function toResponse(error: unknown): unknown {
  if (error instanceof RpcError) return error;
  throw error;
}
