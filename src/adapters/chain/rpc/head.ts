import { LRUCache } from 'lru-cache';
import { blockAt, readBlock, toBlock, toHex, type RpcBlock } from './block.ts';
import { NodeLagging } from './node-lagging.ts';
import { RpcError, RpcUnreachable, type Rpc } from './rpc.ts';
import { isUnsupported } from './rpc-errors.ts';
import { isReceipt, type RpcReceipt } from './receipt.ts';
import { callInChunks } from './rpc-chunks.ts';

/** The chain as this process sees it, shared by all its lanes. */
export interface HeadWatcher {
  /** Undefined until a node has answered once. */
  current(): RpcBlock | undefined;
  /** How many reorganisations were noticed. */
  reorgs(): number;
  /** Asks the node; whether there is anything new. Throws RpcUnreachable, or RpcError. */
  poll(): Promise<boolean>;
  /** The receipts of a block of the present chain; undefined when the node does not give them. */
  receipts(blockNumber: number): Promise<readonly RpcReceipt[] | undefined>;
  /** Which of the blocks are not on the chain (any more). Throws RpcUnreachable. */
  findOrphans(blocks: ReadonlyMap<number, string>): Promise<Set<number>>;
  /** The number of the last block that is final; undefined when the node does not support the question. */
  finalized(): Promise<number | undefined>;
}

const KEPT_BLOCKS = 128;
// A node that stays behind for so long is the chain.
const MOST_LAG_MS = 15_000;

/** Follows the newest block of the chain behind `rpc`. */
export function createHeadWatcher(rpc: Rpc, now: () => number): HeadWatcher {
  let head: RpcBlock | undefined;
  let reorgs = 0;
  let laggingSince: number | undefined;
  let givesReceipts = true;
  const receipts = new LRUCache<number, Promise<readonly RpcReceipt[] | undefined>>({ max: KEPT_BLOCKS });

  let polling: Promise<boolean> | undefined;

  /** One question at a time: of two, the earlier answer may come last, and would look like a node that lags behind. */
  function poll(): Promise<boolean> {
    polling ??= ask().finally(() => (polling = undefined));
    return polling;
  }

  async function ask(): Promise<boolean> {
    const latest = await readBlock(rpc, 'latest');
    if (latest === undefined) throw new RpcUnreachable('The node gave no newest block.');
    if (head === undefined) {
      head = latest;
      return true;
    }
    if (latest.hash === head.hash) {
      laggingSince = undefined;
      return false;
    }
    if (latest.number < head.number) {
      laggingSince ??= now();
      if (now() - laggingSince < MOST_LAG_MS) throw new NodeLagging();
    }
    laggingSince = undefined;
    if (!(await isAfter(latest, head))) {
      reorgs += 1;
      receipts.clear();
    }
    head = latest;
    return true;
  }

  /** Whether the known block is still on the chain, so that everything known of blocks up to it holds. */
  async function isAfter(latest: RpcBlock, known: RpcBlock): Promise<boolean> {
    if (latest.number <= known.number) return false;
    if (latest.parentHash === known.hash) return true;
    const same = await readBlock(rpc, known.number);
    return same?.hash === known.hash;
  }

  async function fetchReceipts(blockNumber: number): Promise<readonly RpcReceipt[] | undefined> {
    if (!givesReceipts) return undefined;
    try {
      const answer = await rpc.call('eth_getBlockReceipts', [toHex(blockNumber)]);
      return Array.isArray(answer) ? answer.filter(isReceipt) : undefined;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (isUnsupported(error)) givesReceipts = false;
      return undefined;
    }
  }

  return {
    current: () => head,
    reorgs: () => reorgs,
    poll,
    receipts(blockNumber) {
      const known = receipts.get(blockNumber);
      if (known) return known;
      const fetched = fetchReceipts(blockNumber);
      receipts.set(blockNumber, fetched);
      // What was not there may be there the next time.
      fetched.then(
        (found) => found ?? receipts.delete(blockNumber),
        () => receipts.delete(blockNumber),
      );
      return fetched;
    },
    async findOrphans(blocks) {
      const numbers = [...blocks.keys()];
      const answers = await callInChunks(
        rpc,
        numbers.map((number) => blockAt(number)),
      );
      const orphans = new Set<number>();
      answers.forEach((answer, index) => {
        if (answer instanceof Error) throw answer;
        const number = numbers[index] ?? 0;
        const block = toBlock(answer);
        // A node that does not know a block below the newest lags behind, which proves nothing.
        if (!block && number <= (head?.number ?? 0)) throw new NodeLagging();
        if (block?.hash !== blocks.get(number)) orphans.add(number);
      });
      return orphans;
    },
    async finalized() {
      try {
        return (await readBlock(rpc, 'finalized'))?.number;
      } catch (error) {
        if (error instanceof RpcError) return undefined;
        throw error;
      }
    },
  };
}
