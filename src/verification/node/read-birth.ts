import { keccakOfText, wordOf } from '../abi/hex.ts';
import { FACTORY } from '../contracts/birth.ts';
import { VerificationError } from '../verification-error.ts';
import { ask, toQuantity, toDigits, parseQuantity, type ReportingNode } from './chain-node.ts';

const OWNED = keccakOfText('OwnershipTransferred(address,address)');
const NOBODY = `0x${wordOf(0)}`;

/** The data of the call of the factory that created a hub, or why the nodes do not tell them. */
export interface ReportedBirth {
  readonly birth?: string;
  readonly unknown?: string;
}

/**
 * The call of the factory that created a hub, from the first node that has it. Nobody needs to believe it: the address of the hub
 * is a hash of these data. The hub's first event, in its creation, leads to the transaction.
 */
export async function readBirth(
  nodes: readonly ReportingNode[],
  question: { readonly hub: string; readonly fromBlock: number },
): Promise<ReportedBirth> {
  let unknown: string | undefined;
  for (const node of nodes) {
    try {
      const birth = await readFrom(node, question);
      if (birth !== undefined) return { birth };
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      unknown ??= error.message;
    }
  }
  return unknown === undefined ? {} : { unknown };
}

async function readFrom(
  node: ReportingNode,
  { hub, fromBlock }: { readonly hub: string; readonly fromBlock: number },
): Promise<string | undefined> {
  const toBlock = toQuantity(parseQuantity(await ask(node, 'eth_blockNumber', []), 'eth_blockNumber'));
  let searched = 0;
  const find = (from: number) =>
    ask(node, 'eth_getLogs', [
      { address: hub, topics: [[OWNED], [NOBODY]], fromBlock: toQuantity(from), toBlock },
    ]);
  // Some nodes refuse so many blocks: then the caller's first block must be the hub's.
  const logs = await find(0).catch((error: unknown) => {
    if (fromBlock === 0) throw error;
    searched = fromBlock;
    return find(fromBlock);
  });
  const hash = fieldOf(Array.isArray(logs) ? logs[0] : undefined, 'transactionHash');
  if (hash === undefined && searched > 0)
    throw new VerificationError(
      'NODE_FAILED',
      `${node.name} refuses to search all blocks, and the hub was not created after block ${searched}`,
    );
  if (hash === undefined) return undefined;
  const creation = await ask(node, 'eth_getTransactionByHash', [toDigits(hash, 'a transaction', 32)]);
  if (String(fieldOf(creation, 'to')).toLowerCase() !== FACTORY) return undefined;
  return toDigits(fieldOf(creation, 'input'), 'the data of a transaction');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
