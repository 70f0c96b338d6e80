import { keccakOfText, wordOf } from '../abi/hex.ts';
import { FACTORY } from '../contracts/factory.ts';
import { VerificationError } from '../verification-error.ts';
import { query, toQuantity, toDigits, parseQuantity, type ReportingNode } from './chain-node.ts';

const OWNED = keccakOfText('OwnershipTransferred(address,address)');
const NOBODY = `0x${wordOf(0)}`;

/** The data of the call of the factory that created a hub, or why the nodes do not tell them. */
export interface ReportedBirth {
  readonly birth?: string;
  readonly unknown?: string;
}

interface HubQuestion {
  readonly hub: string;
  /** A block shortly before its creation. */
  readonly hubBlock: number;
}

/**
 * The call of the factory that created a hub, from the first node that has it. Nobody needs to believe it: the address of the hub
 * is a hash of these data. The hub's first event, in its creation, leads to the transaction.
 */
export async function readBirth(
  nodes: readonly ReportingNode[],
  question: HubQuestion,
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

/** Blocks that every node searches at once. */
const SEARCHED_BLOCKS = 1_000;

async function readFrom(node: ReportingNode, { hub, hubBlock }: HubQuestion): Promise<string | undefined> {
  const latest = parseQuantity(await query(node, 'eth_blockNumber', []), 'eth_blockNumber');
  const find = async (from: number, to: number) => {
    const [fromBlock, toBlock] = [toQuantity(from), toQuantity(to)];
    const logs = await query(node, 'eth_getLogs', [
      { address: hub, topics: [[OWNED], [NOBODY]], fromBlock, toBlock },
    ]);
    return fieldOf(Array.isArray(logs) ? logs[0] : undefined, 'transactionHash');
  };
  let isWhole = true;
  const hash = await find(0, latest).catch(() => {
    isWhole = false;
    return find(hubBlock, Math.min(latest, hubBlock + SEARCHED_BLOCKS - 1));
  });
  if (hash === undefined && !isWhole)
    throw new VerificationError(
      'NODE_FAILED',
      `${node.name} refuses to search all blocks, and the hub was not created in those from ${hubBlock} on`,
    );
  if (hash === undefined) return undefined;
  const creation = await query(node, 'eth_getTransactionByHash', [toDigits(hash, 'a transaction', 32)]);
  if (String(fieldOf(creation, 'to')).toLowerCase() !== FACTORY) return undefined;
  return toDigits(fieldOf(creation, 'input'), 'the data of a transaction');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
