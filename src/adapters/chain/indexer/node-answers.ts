import type { ChainBlock } from '../../ports/projection.ts';

/** A log as eth_getLogs answers it; all hex is lower-case. */
export interface NodeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: number;
}

/** A block with the bloom filter of its logs: 0x and 512 hexadecimal digits; undefined where the chain has none. */
export interface NodeBlock extends ChainBlock {
  readonly logsBloom: string | undefined;
}

/** Reads a block's header; undefined for a block that the node does not have. Throws on what is no block. */
export function toBlock(answer: unknown): NodeBlock | undefined {
  if (answer === null) return undefined;
  const { number, hash, parentHash, timestamp, logsBloom } = toRecord(answer, 'block');
  return {
    number: toNumber(number),
    hash: toHash(hash),
    parentHash: toHash(parentHash),
    timestamp: toNumber(timestamp),
    logsBloom: isBloom(logsBloom) ? logsBloom : undefined,
  };
}

/** Chains without blooms answer none, or one with all bits set. */
function isBloom(answer: unknown): answer is string {
  return typeof answer === 'string' && /^0x[\da-f]{512}$/.test(answer) && !/^0xf+$/.test(answer);
}

/**
 * Reads the logs from the answer of eth_getBlockReceipts, in the order of the chain; undefined for a block that the node
 * does not have. Throws on what is no list of receipts.
 */
export function toReceiptLogs(answer: unknown): NodeLog[] | undefined {
  if (answer === null) return undefined;
  if (!Array.isArray(answer)) throw new Error('The node answered no list of receipts.');
  return toLogs(answer.flatMap((receipt: unknown) => toRecord(receipt, 'receipt')['logs'] ?? []));
}

/** Reads the answer of eth_getLogs, in the order of the chain. Throws on what is no list of logs. */
export function toLogs(answer: unknown): NodeLog[] {
  if (!Array.isArray(answer)) throw new Error('The node answered no list of logs.');
  return answer.map(toLog).toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

function toLog(answer: unknown): NodeLog {
  const log = toRecord(answer, 'log');
  if (log['removed'] === true) throw new Error('The node answered a removed log.');
  if (!Array.isArray(log['topics']) || typeof log['data'] !== 'string' || typeof log['address'] !== 'string')
    throw new Error('The node answered no log.');
  return {
    address: log['address'].toLowerCase(),
    topics: log['topics'].map(toHash),
    data: log['data'],
    blockNumber: toNumber(log['blockNumber']),
    blockHash: toHash(log['blockHash']),
    transactionHash: toHash(log['transactionHash']),
    logIndex: toNumber(log['logIndex']),
  };
}

function toRecord(answer: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof answer !== 'object' || answer === null) throw new Error(`The node answered no ${what}.`);
  return answer as Readonly<Record<string, unknown>>;
}

/** Reads a quantity (0x hex) that a double holds exactly. */
export function toNumber(quantity: unknown): number {
  const number = typeof quantity === 'string' && quantity.startsWith('0x') ? Number(quantity) : NaN;
  if (!Number.isSafeInteger(number)) throw new Error(`The node answered ${String(quantity)} for a number.`);
  return number;
}

function toHash(hash: unknown): string {
  if (typeof hash !== 'string' || hash.length !== 66) throw new Error('The node answered no hash.');
  return hash.toLowerCase();
}
