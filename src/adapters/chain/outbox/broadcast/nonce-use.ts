import { RpcError, type Rpc } from '../../rpc/rpc.ts';
import { toHex } from '../../rpc/block.ts';

interface Use {
  readonly hash: string;
  readonly blockNumber: number;
  /** The transaction as the node answers it. */
  readonly transaction: unknown;
}

/**
 * Finds the transaction that used a nonce on the chain, the only proof that it is not one of ours. Undefined when none was
 * found, or the node has pruned the state. Throws RpcUnreachable.
 */
export async function findNonceUse(
  rpc: Rpc,
  signer: string,
  nonce: number,
  newest: number,
): Promise<Use | undefined> {
  try {
    const block = await findBlock((number) => isUsedAt(rpc, signer, nonce, number), newest);
    return block === undefined ? undefined : await findInBlock(rpc, signer, nonce, block);
  } catch (error) {
    // For example, a pruned state.
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/** Finds the first block at which the nonce is used: goes back in growing steps, then bisects. */
async function findBlock(
  isUsed: (blockNumber: number) => Promise<boolean>,
  newest: number,
): Promise<number | undefined> {
  if (!(await isUsed(newest))) return undefined;
  let used = newest;
  let unused = newest;
  for (let step = 1; unused >= 0; step *= 2) {
    unused = newest - step;
    if (unused < 0 || !(await isUsed(unused))) break;
    used = unused;
  }
  unused = Math.max(unused, -1);
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2);
    if (await isUsed(middle)) used = middle;
    else unused = middle;
  }
  return used;
}

async function isUsedAt(rpc: Rpc, signer: string, nonce: number, blockNumber: number): Promise<boolean> {
  return Number(await rpc.call('eth_getTransactionCount', [signer, toHex(blockNumber)])) > nonce;
}

interface Block {
  readonly transactions: readonly { readonly from: string; readonly nonce: string; readonly hash: string }[];
}

async function findInBlock(
  rpc: Rpc,
  signer: string,
  nonce: number,
  blockNumber: number,
): Promise<Use | undefined> {
  const block = (await rpc.call('eth_getBlockByNumber', [toHex(blockNumber), true])) as Block | null;
  const transaction = block?.transactions.find(
    ({ from, nonce: used }) => Number(used) === nonce && from.toLowerCase() === signer.toLowerCase(),
  );
  return transaction && { hash: transaction.hash, blockNumber, transaction };
}
