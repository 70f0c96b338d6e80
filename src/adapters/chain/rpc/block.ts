import type { ChainBlock } from '../../ports/projection.ts';
import { RpcUnreachable, type Rpc, type RpcCall } from './rpc.ts';

/** A block's header in JSON-RPC. */
export interface RpcBlock extends ChainBlock {
  /** Wei per gas; 0 on chains without a base fee. */
  readonly baseFee: bigint;
  readonly gasLimit: number;
  /** The bloom filter of its logs: 0x and 512 hexadecimal digits; undefined on chains without blooms. */
  readonly logsBloom: string | undefined;
}

/** The call for a block without its transactions. */
export function blockAt(block: number | 'latest' | 'finalized'): RpcCall {
  return {
    method: 'eth_getBlockByNumber',
    params: [typeof block === 'number' ? toHex(block) : block, false],
  };
}

/** Reads a block's header from a node; undefined when it does not have the block. Throws RpcError or RpcUnreachable. */
export async function readBlock(
  rpc: Pick<Rpc, 'call'>,
  block: number | 'latest' | 'finalized',
): Promise<RpcBlock | undefined> {
  const { method, params } = blockAt(block);
  return toBlock(await rpc.call(method, params));
}

/** Parses a block's header; undefined for null, which means that the node does not have the block. Throws RpcUnreachable otherwise. */
export function toBlock(response: unknown): RpcBlock | undefined {
  if (response === null) return undefined;
  const { number, hash, parentHash, timestamp, logsBloom, baseFeePerGas, gasLimit } = toRecord(
    response,
    'block',
  );
  return {
    number: toNumber(number),
    hash: toHash(hash),
    parentHash: toHash(parentHash),
    timestamp: toNumber(timestamp),
    baseFee: typeof baseFeePerGas === 'string' ? BigInt(baseFeePerGas) : 0n,
    gasLimit: Number(gasLimit),
    logsBloom: isBloom(logsBloom) ? logsBloom : undefined,
  };
}

/** Chains without blooms return none, or one with all bits set. */
function isBloom(response: unknown): response is string {
  return typeof response === 'string' && /^0x[\da-f]{512}$/.test(response) && !/^0xf+$/.test(response);
}

/** Parses an object, such as a block. Throws RpcUnreachable, with its name, on other values. */
export function toRecord(response: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof response !== 'object' || response === null)
    throw new RpcUnreachable(`The node answered no ${name}.`);
  return response as Readonly<Record<string, unknown>>;
}

/** Parses a quantity (0x hex) up to the largest safe integer. Throws RpcUnreachable. */
export function toNumber(quantity: unknown): number {
  const number = typeof quantity === 'string' && quantity.startsWith('0x') ? Number(quantity) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new RpcUnreachable(`The node answered ${String(quantity)} for a number.`);
}

/** Parses 32 bytes (0x hex), and returns them in lower case. Throws RpcUnreachable. */
export function toHash(hash: unknown): string {
  if (typeof hash === 'string' && hash.length === 66) return hash.toLowerCase();
  throw new RpcUnreachable('The node answered no hash.');
}

/** A number as a quantity of JSON-RPC. */
export function toHex(number: number | bigint): string {
  return `0x${number.toString(16)}`;
}
