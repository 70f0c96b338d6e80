import type { ChainBlock, ChainEvent } from '../../ports/projection.ts';
import { NodeLagging } from '../rpc/node-lagging.ts';
import { RpcError } from '../rpc/rpc.ts';
import { isOverRate } from '../rpc/rpc-errors.ts';
import type { ChainReader } from './chain-reader.ts';
import { completeLogs } from './complete-logs.ts';
import type { LogDecoder } from './log-decoder.ts';
import type { RpcBlock } from '../rpc/block.ts';
import type { NodeLog } from './node-responses.ts';
import type { BlockRange } from './block-range.ts';

/** Consecutive blocks and the events in them. */
export interface BlockBatch {
  /** The last block. */
  readonly through: ChainBlock;
  /** The blocks to store. */
  readonly blocks: readonly ChainBlock[];
  readonly events: readonly ChainEvent[];
}

/** The chain changed while it was read, or nodes of different states answered: the responses contradict each other. */
export class ChainMoved extends Error {}

interface Source {
  readonly reader: ChainReader;
  readonly decoder: LogDecoder;
}

/** In ranges of up to this number of blocks all headers are read: their blooms show which logs the node left out. */
const MAX_HEADERS = 100;

/** Reads final blocks, from `from` up to at most `last`, by ranges of logs. */
export async function readFinal(
  source: Source,
  from: number,
  last: number,
  range: BlockRange,
): Promise<BlockBatch> {
  const { reader, decoder } = source;
  const { to, logs } = await readLogs(reader, from, last, range);
  const isNarrow = to - from < MAX_HEADERS;
  const numbers = isNarrow ? numbersFrom(from, to) : [...new Set([...logs.map(numberOf), to])];
  // The headers tell of blocks without any of their logs, and not of one with a part of them.
  const isDoubtful = from < to && (!isNarrow || logs.length > 0);
  const [isSame, found] = await Promise.all([
    !isDoubtful || isSameInParts(reader, from, to, logs),
    reader.blocks(numbers),
  ]);
  if (!isSame) {
    range.halve();
    throw new NodeLagging(`The node answered different logs of the blocks ${from} to ${to}.`);
  }
  const blocks = found.filter((block) => block !== undefined);
  const through = blocks.at(-1);
  if (through === undefined || blocks.length < numbers.length)
    throw new ChainMoved(`A block up to ${to} is gone.`);

  const byNumber = Map.groupBy(logs, numberOf);
  const answered = blocks.map(({ number }) => byNumber.get(number) ?? []);
  const complete = (await completeLogs(source, blocks, answered, 'final')).flat();
  const withEvents = new Set(complete.map(numberOf)).add(to);
  return {
    through: toChainBlock(through),
    blocks: blocks.filter(({ number }) => withEvents.has(number)).map(toChainBlock),
    events: toEvents(decoder, blocks, complete),
  };
}

const numberOf = ({ blockNumber }: NodeLog) => blockNumber;

const numbersFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Reads the logs of a range a second time, in two parts, and compares them. A node that returns only so many logs of a range leaves
 * others out of one of the readings: the parts divide the logs.
 */
async function isSameInParts(
  reader: ChainReader,
  from: number,
  to: number,
  logs: readonly NodeLog[],
): Promise<boolean> {
  const end = endOfFirstPart(from, to, logs);
  const parts = await Promise.all([reader.logsBetween(from, end), reader.logsBetween(end + 1, to)]);
  const again = parts.flat();
  return (
    again.length === logs.length &&
    again.every(
      ({ blockHash, logIndex }, index) =>
        blockHash === logs[index]?.blockHash && logIndex === logs[index].logIndex,
    )
  );
}

/** The block before that of the log in the middle, or that block when it has the first log too. */
function endOfFirstPart(from: number, to: number, logs: readonly NodeLog[]): number {
  const first = logs[0]?.blockNumber;
  const middle = logs[Math.floor(logs.length / 2)]?.blockNumber;
  if (first === undefined || middle === undefined) return Math.floor((from + to) / 2);
  return middle > first ? middle - 1 : Math.min(middle, to - 1);
}

async function readLogs(
  reader: ChainReader,
  from: number,
  last: number,
  range: BlockRange,
): Promise<{ readonly to: number; readonly logs: readonly NodeLog[] }> {
  for (;;) {
    const to = Math.min(from + range.size() - 1, last);
    try {
      const logs = await reader.logsBetween(from, to);
      range.adapt(logs.length);
      return { to, logs };
    } catch (error) {
      range.halve();
      // Nodes word their limits differently: any error for more than one block may be a limit of blocks.
      if (!(error instanceof RpcError) || to === from || isOverRate(error)) throw error;
    }
  }
}

/** The maximum number of blocks that readRecent reads at once. */
const MAX_RECENT = 25;

/**
 * Reads the blocks that follow `parent`, from `from` up to at most `last`, each block's logs by its hash, until there are
 * `enough` events. Throws ChainMoved when the blocks do not follow `parent`.
 */
export async function readRecent(
  source: Source,
  parent: ChainBlock | undefined,
  from: number,
  last: number,
  enough: number,
): Promise<BlockBatch> {
  const { reader, decoder } = source;
  const present = await reader.blocks(numbersFrom(from, Math.min(last, from + MAX_RECENT - 1)));
  const blocks = following(parent, present);
  const logs = await logsOf(source, blocks);

  const events: ChainEvent[] = [];
  const batch: ChainBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    if (events.length >= enough) break;
    batch.push(toChainBlock(block));
    events.push(...toEvents(decoder, [block], logs[index] as NodeLog[]));
  }
  return { through: batch.at(-1) as ChainBlock, blocks: batch, events };
}

async function logsOf(source: Source, blocks: readonly RpcBlock[]): Promise<NodeLog[][]> {
  try {
    const answered = await source.reader.logsOf(blocks.map(({ hash }) => hash));
    return await completeLogs(source, blocks, answered, 'recent');
  } catch (error) {
    // A node has no logs of blocks that were reorged meanwhile, or that it never had.
    if (error instanceof RpcError) throw new ChainMoved(error.message, { cause: error });
    throw error;
  }
}

function following(
  parent: ChainBlock | undefined,
  present: readonly (RpcBlock | undefined)[],
): readonly RpcBlock[] {
  const blocks: RpcBlock[] = [];
  let previous: ChainBlock | undefined = parent;
  for (const block of present) {
    // A node that lags behind does not have the remaining blocks yet.
    if (block === undefined) break;
    if (previous && block.parentHash !== previous.hash)
      throw new ChainMoved(`Block ${block.number} does not follow ${previous.hash}.`);
    blocks.push(block);
    previous = block;
  }
  if (blocks.length === 0) throw new ChainMoved('The block after the last one is gone.');
  return blocks;
}

/** Removes the fields that are not stored. */
function toChainBlock({ number, hash, parentHash, timestamp }: RpcBlock): ChainBlock {
  return { number, hash, parentHash, timestamp };
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
