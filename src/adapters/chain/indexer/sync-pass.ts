import type { ChainBlock, ChainHead, ProjectedStep, Projection } from '../../ports/projection.ts';
import { ahead } from '../../../runtime/prefetch.ts';
import type { ChainReader, Head } from './chain-reader.ts';
import { findGround, type Ground } from './find-common-ancestor.ts';
import type { LogDecoder } from './log-decoder.ts';
import { createSpan } from './block-range.ts';
import { readFinal, readRecent, type Stretch } from './block-batch.ts';

export interface PassOptions {
  readonly startBlock: number;
  /** How many blocks, its own included, make a block confirmed. */
  readonly confirmations: number;
  /** How deep it must be to count as final, where the node does not say. */
  readonly finalityDepth: number;
  readonly soleNode: boolean;
  /** How many events a step should have, more or less. */
  readonly eventsPerStep: number;
}

export interface Pass {
  /**
   * Projects up to the node's head. Throws ChainMoved, RpcError, RpcUnreachable; what was projected until then stays.
   */
  run(
    writer: string,
    onStep: (step: ProjectedStep, head: ChainHead) => Promise<boolean> | boolean,
  ): Promise<PassEnd>;
}

/**
 * `abreast` has projected all that the node had when it was asked, `behind` has to wait for a node that lags, `ended`
 * stopped because `writer` is not the one to write any more, or `onStep` said so.
 */
export type PassEnd = 'abreast' | 'behind' | 'ended';

// So many of the latest blocks are read one by one and all remembered, whatever the node calls final.
const LATEST = 256;

/** The work of the instance that projects; `onStep` answers whether to go on. */
export function createPass(
  projection: Projection,
  source: { readonly reader: ChainReader; readonly decoder: LogDecoder },
  options: PassOptions,
): Pass {
  const { startBlock, confirmations, finalityDepth, eventsPerStep } = options;
  const span = createSpan(eventsPerStep);

  return {
    async run(writer, onStep) {
      const cursor = await projection.cursor();
      const [tip] = await projection.blocks(1);
      const head = await source.reader.head(tip?.number);
      const ground = await findGround(projection, source.reader, { cursor, tip, head }, options);
      if (!ground) return 'behind';

      let { version } = cursor;
      let after = ground.block?.number ?? startBlock - 1;
      const chainHead = toChainHead(head);
      const apply = async (through: number, { blocks, events }: Pick<Stretch, 'blocks' | 'events'>) => {
        const step = { version, after, through, blocks, events, head: chainHead };
        const projected = await projection.apply(writer, step);
        if (!projected) return false;
        ({ version } = projected);
        after = through;
        return onStep(projected, chainHead);
      };

      if (after >= head.latest.number && after < cursor.nextBlock - 1)
        return (await apply(after, { blocks: [], events: [] })) ? 'abreast' : 'ended';
      for await (const stretch of ahead(stretches(ground, after + 1, head, chainHead.finalizedNumber)))
        if (!(await apply(stretch.through.number, stretch))) return 'ended';
      return 'abreast';
    },
  };

  async function* stretches(
    ground: Ground,
    first: number,
    { latest }: Head,
    finalized: number,
  ): AsyncGenerator<Stretch> {
    const lastFinal = Math.min(finalized, latest.number - LATEST);
    let parent: ChainBlock | undefined = ground.block;
    for (let from = first; from <= latest.number; from = parent.number + 1) {
      const stretch: Stretch =
        from <= lastFinal
          ? await readFinal(source, from, lastFinal, span)
          : await readRecent(source, parent, from, latest.number, eventsPerStep);
      yield stretch;
      parent = stretch.through;
    }
  }

  function toChainHead({ latest, finalized }: Head): ChainHead {
    return {
      number: latest.number,
      timestamp: latest.timestamp,
      confirmedNumber: Math.max(0, latest.number + 1 - confirmations),
      finalizedNumber: finalized?.number ?? Math.max(0, latest.number - finalityDepth),
    };
  }
}
