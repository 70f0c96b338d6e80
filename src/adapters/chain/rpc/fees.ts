import { toNumber } from './block.ts';
import { isOverRate } from './rpc-errors.ts';
import { RpcError, type Rpc } from './rpc.ts';

/** Wei per gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The fees to offer now, with a margin for the base fee to double. Undefined when even the current base fee exceeds the cap. */
export function quoteFees(baseFee: bigint, tip: bigint, cap: bigint): Fees | undefined {
  if (baseFee + tip > cap) return undefined;
  return { maxFeePerGas: least(2n * baseFee + tip, cap), maxPriorityFeePerGas: tip };
}

/**
 * The fees of the next attempt: both at least an eighth higher, which is more than any node requires, and at least the current
 * quote. Undefined when that exceeds the cap.
 */
export function bumpFees(earlier: Fees, quote: Fees, cap: bigint): Fees | undefined {
  const maxPriorityFeePerGas = highest(
    anEighthMore(earlier.maxPriorityFeePerGas),
    quote.maxPriorityFeePerGas,
  );
  const maxFeePerGas = highest(anEighthMore(earlier.maxFeePerGas), quote.maxFeePerGas, maxPriorityFeePerGas);
  return maxFeePerGas > cap ? undefined : { maxFeePerGas, maxPriorityFeePerGas };
}

/**
 * The priority fee that the node suggests; where it does not know that method, what its gas price is above the base fee. Throws
 * RpcUnreachable, and RpcError when the node gets too many requests.
 */
export async function readTip(
  { call }: Pick<Rpc, 'call'>,
  baseFee: () => bigint | Promise<bigint>,
): Promise<bigint> {
  try {
    return BigInt(toNumber(await call('eth_maxPriorityFeePerGas')));
  } catch (error) {
    if (!(error instanceof RpcError) || isOverRate(error)) throw error;
    const tip = BigInt(toNumber(await call('eth_gasPrice'))) - (await baseFee());
    return tip > 0n ? tip : 0n;
  }
}

function anEighthMore(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + (fee === 0n ? 1n : 0n);
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const highest = (...fees: readonly bigint[]) => fees.reduce((a, b) => (a > b ? a : b));
