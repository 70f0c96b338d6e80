import type { ChainBlock, ChainEvent } from '../../../core/ports/projection.ts';
import type { ChainReader } from './chain-reader.ts';
import type { LogDecoder } from './log-decoder.ts';
import type { NodeLog } from './node-answers.ts';
import { RpcError } from '../rpc.ts';
import type { Span } from './span.ts';

/** Consecutive blocks and all that happened in them. */
export interface Stretch {
  /** The last of them. */
  readonly through: ChainBlock;
  /** Those to remember. */
  readonly blocks: readonly ChainBlock[];
  readonly events: readonly ChainEvent[];
}

/** The chain changed while it was read, or nodes of different states answered: what was read does not fit together. */
export class ChainMoved extends Error {}

interface Source {
  readonly reader: ChainReader;
  readonly decoder: LogDecoder;
}

/** Reads blocks that cannot change any more, from `from` on and no further than `last`, by ranges of logs. */
export async function readFinal(
  { reader, decoder }: Source,
  from: number,
  last: number,
  span: Span,
): Promise<Stretch> {
  const { to, logs } = await readLogs(reader, from, last, span);
  const numbers = [...new Set([...logs.map(({ blockNumber }) => blockNumber), to])];
  const blocks = (await reader.blocks(numbers)).filter((block) => block !== undefined);
  const through = blocks.at(-1);
  if (through?.number !== to) throw new ChainMoved(`Block ${to} is gone.`);
  return { through, blocks, events: toEvents(decoder, blocks, logs) };
}

async function readLogs(
  reader: ChainReader,
  from: number,
  last: number,
  span: Span,
): Promise<{ readonly to: number; readonly logs: readonly NodeLog[] }> {
  for (;;) {
    const to = Math.min(from + span.size() - 1, last);
    try {
      const logs = await reader.logsBetween(from, to);
      span.adapt(logs.length);
      return { to, logs };
    } catch (error) {
      span.halve();
      // Nodes word their limits in many ways; any refusal of more than one block may be one.
      if (!(error instanceof RpcError) || to === from) throw error;
    }
  }
}

/** The most blocks that readRecent reads at once. */
const MOST_RECENT = 25;

/**
 * Reads the blocks that follow `parent`, from `from` on and no further than `last`, each block's logs by its hash, until
 * there are `enough` events. Throws ChainMoved when they do not follow it.
 */
export async function readRecent(
  { reader, decoder }: Source,
  parent: ChainBlock | undefined,
  from: number,
  last: number,
  enough: number,
): Promise<Stretch> {
  const count = Math.min(last - from + 1, MOST_RECENT);
  const present = await reader.blocks(Array.from({ length: count }, (_, place) => from + place));
  const blocks = following(parent, present);
  const logs = await logsOf(reader, blocks);

  const events: ChainEvent[] = [];
  const kept: ChainBlock[] = [];
  for (const [place, block] of blocks.entries()) {
    if (events.length >= enough) break;
    kept.push(block);
    events.push(...toEvents(decoder, [block], logs[place] as NodeLog[]));
  }
  return { through: kept.at(-1) as ChainBlock, blocks: kept, events };
}

async function logsOf(reader: ChainReader, blocks: readonly ChainBlock[]): Promise<NodeLog[][]> {
  try {
    return await reader.logsOf(blocks.map(({ hash }) => hash));
  } catch (error) {
    // A node has no logs of blocks that were replaced meanwhile, or that it never had.
    if (error instanceof RpcError) throw new ChainMoved(error.message, { cause: error });
    throw error;
  }
}

function following(
  parent: ChainBlock | undefined,
  present: readonly (ChainBlock | undefined)[],
): readonly ChainBlock[] {
  const blocks: ChainBlock[] = [];
  let previous = parent;
  for (const block of present) {
    // A node that is behind does not have the rest yet.
    if (block === undefined) break;
    if (previous && block.parentHash !== previous.hash)
      throw new ChainMoved(`Block ${block.number} does not follow ${previous.hash}.`);
    blocks.push(block);
    previous = block;
  }
  if (blocks.length === 0) throw new ChainMoved('The block after the last one is gone.');
  return blocks;
}

function toEvents(
  decoder: LogDecoder,
  blocks: readonly ChainBlock[],
  logs: readonly NodeLog[],
): ChainEvent[] {
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  return logs.flatMap((log) => {
    const block = byHash.get(log.blockHash);
    if (block?.number !== log.blockNumber) throw new ChainMoved(`Block ${log.blockNumber} was replaced.`);
    return decoder.decode(log, block.timestamp) ?? [];
  });
}
