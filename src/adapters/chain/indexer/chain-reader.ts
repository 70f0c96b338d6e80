import type { ChainBlock } from '../../ports/projection.ts';
import { blockAt, toBlock, toHex, type RpcBlock } from '../rpc/block.ts';
import { NodeLagging } from '../rpc/node-lagging.ts';
import { RpcError, type Rpc } from '../rpc/rpc.ts';
import { callAll, callInChunks } from '../rpc/rpc-chunks.ts';
import { isOverRate, isUnsupported } from '../rpc/rpc-errors.ts';
import type { LogFilter } from './log-decoder.ts';
import { toLogs, toReceiptLogs, toTransactionLogs, toTransactions, type NodeLog } from './node-responses.ts';

/** The indexer's reads of a node. */
export interface ChainReader {
  /** The newest block, the newest final one if the node supports the tag, and the block at `number` if the node has it. */
  head(number: number | undefined): Promise<NodeHead>;
  /** Headers in the order of the numbers; undefined where the node has no block. */
  blocks(numbers: readonly number[]): Promise<(RpcBlock | undefined)[]>;
  /** The logs of final blocks. Throws RpcError, for example when the range is too wide. */
  logsBetween(from: number, to: number): Promise<NodeLog[]>;
  /** The logs of exactly these blocks, oldest first. Throws RpcError when the node does not have one of them. */
  logsOf(hashes: readonly string[]): Promise<NodeLog[][]>;
  /**
   * All logs of these blocks from their receipts, without the filter; undefined when the node does not support receipts of
   * blocks. Throws NodeLagging when it does not have one of the blocks.
   */
  receiptLogsOf(hashes: readonly string[]): Promise<NodeLog[][] | undefined>;
  /** All logs of these blocks, without the filter; undefined where the node refuses them. */
  allLogsOf(hashes: readonly string[]): Promise<(NodeLog[] | undefined)[]>;
  /** The same from the receipts of the transactions, which every node has. Throws NodeLagging when one is missing. */
  transactionLogsOf(hashes: readonly string[]): Promise<NodeLog[][]>;
}

export interface NodeHead {
  readonly latest: ChainBlock;
  readonly finalized: ChainBlock | undefined;
  readonly at: ChainBlock | undefined;
}

// The receipts of a block, or all its logs, can be a megabyte.
const MAX_WHOLE_BLOCKS = 5;

/** Reads blocks and the filter's logs from a node. */
export function createChainReader(rpc: Rpc, filter: LogFilter): ChainReader {
  return {
    async head(number) {
      const calls = [blockAt('latest'), blockAt('finalized')];
      if (number !== undefined) calls.push(blockAt(number));
      const [latest, finalized, at] = await rpc.batch(calls);
      const head = toBlock(orThrow(latest));
      if (!head) throw new Error('The node has no block.');
      return {
        latest: head,
        // A node that does not support this tag answers with an error.
        finalized: finalized instanceof RpcError ? undefined : toBlock(finalized),
        at: at === undefined ? undefined : toBlock(orThrow(at)),
      };
    },
    async blocks(numbers) {
      const responses = await callAll(
        rpc,
        numbers.map((number) => blockAt(number)),
      );
      return responses.map(toBlock);
    },
    async logsBetween(from, to) {
      const range = { ...filter, fromBlock: toHex(from), toBlock: toHex(to) };
      // In one request: a node that lags behind the range then fails, instead of leaving out logs.
      const [last, logs] = await rpc.batch([blockAt(to), { method: 'eth_getLogs', params: [range] }]);
      if (!toBlock(orThrow(last))) throw new NodeLagging(`The node does not have block ${to} yet.`);
      return toLogs(orThrow(logs));
    },
    async logsOf(hashes) {
      const calls = hashes.map((blockHash) => ({
        method: 'eth_getLogs',
        params: [{ ...filter, blockHash }],
      }));
      return (await callAll(rpc, calls, { leading: requireBlock(hashes.at(-1)) })).map(toLogs);
    },
    async receiptLogsOf(hashes) {
      const calls = hashes.map((hash) => ({ method: 'eth_getBlockReceipts', params: [hash] }));
      try {
        return (await callAll(rpc, calls, { limit: MAX_WHOLE_BLOCKS })).map((response) => {
          const logs = toReceiptLogs(response);
          if (!logs) throw new NodeLagging('The node does not have the receipts of a block yet.');
          return logs;
        });
      } catch (error) {
        if (isUnsupported(error)) return undefined;
        throw error;
      }
    },
    async allLogsOf(hashes) {
      const calls = hashes.map((blockHash) => ({ method: 'eth_getLogs', params: [{ blockHash }] }));
      return (await callInChunks(rpc, calls, { limit: MAX_WHOLE_BLOCKS })).map((response) => {
        // The block may have too many, or be missing.
        if (response instanceof RpcError && !isOverRate(response)) return undefined;
        if (response instanceof Error) throw response;
        return toLogs(response);
      });
    },
    async transactionLogsOf(hashes) {
      const logs: NodeLog[][] = [];
      for (const hash of hashes) {
        const [block] = await callAll(rpc, [{ method: 'eth_getBlockByHash', params: [hash, false] }]);
        const calls = toTransactions(block).map((transaction) => ({
          method: 'eth_getTransactionReceipt',
          params: [transaction],
        }));
        logs.push(toTransactionLogs(await callAll(rpc, calls), hash));
      }
      return logs;
    },
  };
}

/** Some nodes return no logs of a block that they do not have, instead of an error: each request also asks for the newest. */
function requireBlock(hash: string | undefined) {
  return {
    calls: [{ method: 'eth_getBlockByHash', params: [hash, false] }],
    check([block]: readonly unknown[]) {
      if (toBlock(orThrow(block)) === undefined)
        throw new RpcError(0, `The node does not have block ${hash}.`);
    },
  };
}

function orThrow(response: unknown): unknown {
  if (response instanceof RpcError) throw response;
  return response;
}
