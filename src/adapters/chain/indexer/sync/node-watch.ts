import type { ChainBlock } from '../../../ports/projection.ts';
import { readBlock } from '../../rpc/block.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import { createChainClock } from '../chain-clock.ts';
import type { ChainReader } from '../chain-reader.ts';

/** A node's newest block, as the indexer sees it. */
export interface NodeWatch {
  /** The reader, whose heads are noted. */
  readonly reader: ChainReader;
  /** Reads the newest block now. Throws RpcError, RpcUnreachable. */
  newest(): Promise<ChainBlock | undefined>;
  /** The hash of the newest block of the last head that was read. */
  hashOfHead(): string | undefined;
  /** How far this process's clock is ahead of the chain's, in seconds; undefined where that cannot be told. */
  clockAhead(): number | undefined;
  /** The chain's time now, in seconds since the epoch; undefined likewise. */
  chainTime(): number | undefined;
}

/** `tellsTime`: whether the chain's times come from another clock than ours. */
export function watchNode(
  rpc: Pick<Rpc, 'call'>,
  reader: ChainReader,
  { tellsTime }: { readonly tellsTime: boolean },
): NodeWatch {
  let hashOfHead: string | undefined;
  const clock = tellsTime ? createChainClock({ now: Date.now, elapsed: () => performance.now() }) : undefined;
  return {
    reader: {
      ...reader,
      async head(number) {
        const head = await reader.head(number);
        hashOfHead = head.latest.hash;
        clock?.note(head.latest);
        return head;
      },
    },
    async newest() {
      const newest = await readBlock(rpc, 'latest');
      if (newest) clock?.note(newest);
      return newest;
    },
    hashOfHead: () => hashOfHead,
    clockAhead: () => clock?.ahead(),
    chainTime: () => clock?.time(),
  };
}
