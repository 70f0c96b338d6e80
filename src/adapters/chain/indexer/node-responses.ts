import { toHash, toNumber, toRecord } from '../rpc/block.ts';
import { NodeLagging } from '../rpc/node-lagging.ts';
import { RpcUnreachable } from '../rpc/rpc.ts';

/** A log of eth_getLogs; all hex is lower-case. */
export interface NodeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly logIndex: number;
}

/**
 * Reads the logs from the result of eth_getBlockReceipts, in the order of the chain; undefined if the node does not have the
 * block. Throws RpcUnreachable on other results.
 */
export function toReceiptLogs(response: unknown): NodeLog[] | undefined {
  if (response === null) return undefined;
  if (!Array.isArray(response)) throw new RpcUnreachable('The node answered no list of receipts.');
  return toLogs(response.flatMap((receipt: unknown) => toRecord(receipt, 'receipt')['logs'] ?? []));
}

/** The hashes of a block's transactions. Throws NodeLagging for null, and RpcUnreachable on other results. */
export function toTransactions(response: unknown): string[] {
  if (response === null) throw new NodeLagging('The node does not have a block yet.');
  const { transactions } = toRecord(response, 'block');
  if (!Array.isArray(transactions)) throw new RpcUnreachable('The node answered no list of transactions.');
  return transactions.map(toHash);
}

/** Reads the logs from the receipts of a block's transactions. Throws NodeLagging when one is missing or of another block. */
export function toTransactionLogs(responses: readonly unknown[], blockHash: string): NodeLog[] {
  const isOfBlock = (response: unknown) =>
    response !== null && toHash(toRecord(response, 'receipt')['blockHash']) === blockHash;
  if (!responses.every(isOfBlock)) throw new NodeLagging('The node does not have a receipt of a block yet.');
  return toReceiptLogs(responses) ?? [];
}

/** Reads the result of eth_getLogs, in the order of the chain. Throws RpcUnreachable on other results. */
export function toLogs(response: unknown): NodeLog[] {
  if (!Array.isArray(response)) throw new RpcUnreachable('The node answered no list of logs.');
  return response.map(toLog).toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

function toLog(response: unknown): NodeLog {
  const log = toRecord(response, 'log');
  if (log['removed'] === true) throw new RpcUnreachable('The node answered a removed log.');
  if (!Array.isArray(log['topics']) || typeof log['data'] !== 'string' || typeof log['address'] !== 'string')
    throw new RpcUnreachable('The node answered no log.');
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
