import { LRUCache } from 'lru-cache';
import { readBlock, toHex, type RpcBlock } from './block.ts';
import { NodeLagging } from './node-lagging.ts';
import { RpcError, RpcUnreachable, type Rpc } from './rpc.ts';
import { isUnsupported } from './rpc-errors.ts';
import { isReceipt, type RpcReceipt } from './receipt.ts';
import { readBlocksOn } from './blocks-on.ts';

/** Where something was seen: two places may have one number, of blocks before and after a reorg. */
interface BlockPlace {
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** The head of the chain, shared by all lanes of the process. */
export interface HeadWatcher {
  /** The newest block; undefined before the first response of a node. */
  current(): RpcBlock | undefined;
  /** The number of reorgs that were noticed. */
  reorgs(): number;
  /** Reads the newest block. Returns whether it is new. Throws RpcUnreachable or RpcError. */
  poll(): Promise<boolean>;
  /** The receipts of a block on the current chain; undefined when the node does not return them. */
  receipts(blockNumber: number): Promise<readonly RpcReceipt[] | undefined>;
  /**
   * The hashes of those blocks that are not on the chain of the newest block (any more). Throws NodeLagging when the node that
   * answers is on another one.
   */
  findOrphans(blocks: Iterable<BlockPlace>): Promise<Set<string>>;
  /**
   * The number of the last block that is final, 0 when that block is not on the chain of the head; undefined when the node does not
   * support the question. Throws NodeLagging, RpcUnreachable.
   */
  finalized(): Promise<number | undefined>;
}

const CACHED_BLOCKS = 128;
// A node that stays behind for this long is taken as right.
const MAX_LAG_MS = 15_000;

/** Polls the newest block of the chain of `rpc`. */
export function createHeadWatcher(rpc: Rpc, now: () => number): HeadWatcher {
  let head: RpcBlock | undefined;
  let reorgs = 0;
  let laggingSince: number | undefined;
  let supportsReceipts = true;
  const receipts = new LRUCache<number, Promise<readonly RpcReceipt[] | undefined>>({ max: CACHED_BLOCKS });

  let polling: Promise<boolean> | undefined;

  /** One poll at a time: of two responses the earlier could arrive last and look like a lagging node. */
  function poll(): Promise<boolean> {
    polling ??= readHead().finally(() => (polling = undefined));
    return polling;
  }

  async function readHead(): Promise<boolean> {
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
      if (now() - laggingSince < MAX_LAG_MS) throw new NodeLagging();
    }
    laggingSince = undefined;
    if (!(await isAfter(latest, head))) {
      reorgs += 1;
      receipts.clear();
    }
    head = latest;
    return true;
  }

  /** Whether the known block is still on the chain, so that all earlier blocks are too. */
  async function isAfter(latest: RpcBlock, known: RpcBlock): Promise<boolean> {
    if (latest.number <= known.number) return false;
    if (latest.parentHash === known.hash) return true;
    const [same] = await readBlocksOn(rpc, latest, [known.number]);
    return same?.hash === known.hash;
  }

  async function fetchReceipts(blockNumber: number): Promise<readonly RpcReceipt[] | undefined> {
    if (!supportsReceipts) return undefined;
    try {
      const response = await rpc.call('eth_getBlockReceipts', [toHex(blockNumber)]);
      return Array.isArray(response) ? response.filter(isReceipt) : undefined;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (isUnsupported(error)) supportsReceipts = false;
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
      // A failed read is not cached.
      fetched.then(
        (found) => found ?? receipts.delete(blockNumber),
        () => receipts.delete(blockNumber),
      );
      return fetched;
    },
    async findOrphans(blocks) {
      const hashes = new Map<number, Set<string>>();
      for (const { blockNumber, blockHash } of blocks)
        hashes.set(blockNumber, (hashes.get(blockNumber) ?? new Set()).add(blockHash));
      if (head === undefined) throw new RpcUnreachable('No block is known yet.');
      const numbers = [...hashes.keys()];
      const found = await readBlocksOn(rpc, head, numbers);
      const orphans = new Set<string>();
      for (const [index, number] of numbers.entries())
        for (const hash of hashes.get(number) ?? []) if (found[index]?.hash !== hash) orphans.add(hash);
      return orphans;
    },
    async finalized() {
      try {
        const finalized = await readBlock(rpc, 'finalized');
        if (finalized === undefined || head === undefined) return finalized?.number;
        // Calls may reach nodes of different chains.
        const [own] = await readBlocksOn(rpc, head, [finalized.number]);
        return own?.hash === finalized.hash ? finalized.number : 0;
      } catch (error) {
        if (error instanceof RpcError) return undefined;
        throw error;
      }
    },
  };
}
