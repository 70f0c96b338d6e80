import { LRUCache } from 'lru-cache';
import type { ChainBlock, ChainHead, ProjectedStep, Projection } from '../../../ports/projection.ts';
import { prefetch } from '../../../../runtime/prefetch.ts';
import type { ChainReader, NodeHead } from '../chain-reader.ts';
import { findCommonAncestor, type ResumePoint } from '../find-common-ancestor.ts';
import type { LogDecoder } from '../log-decoder.ts';
import { createBlockRange } from '../block-range.ts';
import { readFinal, readRecent, type BlockBatch } from '../block-batch.ts';

export interface SyncPassOptions {
  readonly startBlock: number;
  /** The number of blocks, including its own, that make a block confirmed. */
  readonly confirmations: number;
  /** The depth at which a block counts as final, for nodes without the tag "finalized". */
  readonly finalityDepth: number;
  readonly soleNode: boolean;
  /** The approximate number of events of a step. */
  readonly eventsPerStep: number;
  readonly warn: (message: string, error: unknown) => void;
}

export interface SyncPass {
  /** Projects up to the node's head. Throws ChainMoved, RpcError, RpcUnreachable; the steps before an error stay. */
  run(
    writer: string,
    onStep: (step: ProjectedStep, head: ChainHead) => Promise<boolean> | boolean,
  ): Promise<SyncPassEnd>;
}

/**
 * `caught-up`: projected all that the node had when the pass began. `behind`: waits for a node that lags behind. `ended`:
 * another writer took over, or `onStep` returned false.
 */
export type SyncPassEnd = 'caught-up' | 'behind' | 'ended';

// The latest blocks, whose number this is, are read one by one and all stored, even if the node calls them final.
const LATEST = 256;

/** A sync pass of the projecting instance; `onStep` returns whether to continue. */
export function createSyncPass(
  projection: Projection,
  source: { readonly reader: ChainReader; readonly decoder: LogDecoder },
  options: SyncPassOptions,
): SyncPass {
  const { startBlock, confirmations, finalityDepth, eventsPerStep, warn } = options;
  const range = createBlockRange(eventsPerStep);
  /** The hashes by number of the latest blocks that this instance has read to project them. */
  const applied = new LRUCache<number, string>({ max: LATEST });

  return {
    async run(writer, onStep) {
      const cursor = await projection.cursor();
      const [tip] = await projection.blocks(1);
      const head = await source.reader.head(tip?.number);
      const resumePoint = await findCommonAncestor(projection, source.reader, { cursor, tip, head }, options);
      if (!resumePoint) return 'behind';
      if (tip && !resumePoint.block)
        warn('The chain was created anew: its old events are removed, and all are read again.', undefined);

      let { version } = cursor;
      // Without stored blocks the projection has not begun, or hubs were added whose first blocks are before the stored ones.
      let after = resumePoint.block?.number ?? (tip ? startBlock : cursor.nextBlock) - 1;
      const apply = async (through: number, { blocks, events }: Pick<BlockBatch, 'blocks' | 'events'>) => {
        for (const { number, hash } of blocks) applied.set(number, hash);
        const chainHead = toChainHead(head, through, await finalNumber(head, through));
        const step = { version, after, through, blocks, events, head: chainHead };
        const projected = await projection.apply(writer, step);
        if (!projected) return false;
        ({ version } = projected);
        after = through;
        return onStep(projected, chainHead);
      };

      if (after >= head.latest.number && after < cursor.nextBlock - 1)
        return (await apply(after, { blocks: [], events: [] })) ? 'caught-up' : 'ended';
      for await (const batch of prefetch(blockBatches(resumePoint, after + 1, head)))
        if (!(await apply(batch.through.number, batch))) return 'ended';
      return 'caught-up';
    },
  };

  async function* blockBatches(
    resumePoint: ResumePoint,
    first: number,
    { latest, finalized }: NodeHead,
  ): AsyncGenerator<BlockBatch> {
    const lastFinal = Math.min(finalized?.number ?? latest.number - finalityDepth, latest.number - LATEST);
    let parent: ChainBlock | undefined = resumePoint.block;
    for (let from = first; from <= latest.number; from = parent.number + 1) {
      const batch: BlockBatch =
        from <= lastFinal
          ? await readFinal(source, from, lastFinal, range)
          : await readRecent(source, parent, from, latest.number, eventsPerStep);
      yield batch;
      parent = batch.through;
    }
  }

  function toChainHead({ latest }: NodeHead, through: number, finalizedNumber: number): ChainHead {
    return {
      number: latest.number,
      timestamp: latest.timestamp,
      // The head may be that of another chain, of which no block is projected.
      confirmedNumber: Math.max(0, Math.min(latest.number, through) + 1 - confirmations),
      finalizedNumber,
    };
  }

  /**
   * The newest block that is final on the projected chain, which ends with the block `through`; 0 when it is not known. Calls may reach
   * nodes of different chains, so what a node calls final counts only if it was projected, or is too old for a reorganisation. Some
   * nodes call every block final at once: only a confirmed one counts.
   */
  async function finalNumber({ latest, finalized }: NodeHead, through: number): Promise<number> {
    if (finalized === undefined) return Math.max(0, Math.min(latest.number, through) - finalityDepth);
    const { number, hash } = finalized;
    if (number > through) return 0;
    const confirmed = Math.max(0, Math.min(number, through - confirmations));
    if (number <= through - LATEST || applied.get(number) === hash) return confirmed;
    const [stored] = await projection.blocks(1, number + 1);
    return stored?.hash === hash ? confirmed : 0;
  }
}
