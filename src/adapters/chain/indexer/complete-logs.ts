import { setTimeout as after } from 'node:timers/promises';
import { NodeLagging } from '../rpc/node-lagging.ts';
import type { ChainReader } from './chain-reader.ts';
import type { LogDecoder } from './log-decoder.ts';
import { toBloom } from './logs-bloom.ts';
import type { RpcBlock } from '../rpc/block.ts';
import type { NodeLog } from './node-responses.ts';

interface Source {
  readonly reader: ChainReader;
  readonly decoder: LogDecoder;
}

/** A node that cuts its responses off, without an error, does it at a round number of logs. */
const ROUND_NUMBER = 500;
/** The bloom of more logs, each with five hashes, would hold this thread for too long. */
const MOST_HASHED = 1_000;

// For final blocks of nodes without receipts of blocks: the pauses before the logs are read again.
const RETRY_AFTER_MS = [100, 400];

/**
 * Adds logs that a node left out. A block's bloom filter matches every log of the block; where it matches a log that was not
 * returned, or the response may be cut off, the receipts decide. A node may have none of blocks: then all logs of the block decide
 * if they make up its bloom. Otherwise the receipts of transactions decide for recent blocks, whose logs the node may have later than
 * their headers, and final blocks are read again. Throws NodeLagging while the node contradicts itself.
 */
export async function completeLogs(
  { reader, decoder }: Source,
  blocks: readonly RpcBlock[],
  logs: readonly NodeLog[][],
  age: 'final' | 'recent',
): Promise<NodeLog[][]> {
  const mayLack = ({ logsBloom }: RpcBlock, found: readonly NodeLog[]) =>
    (logsBloom !== undefined && decoder.mayLack(logsBloom, found)) ||
    (found.length > 0 && found.length % ROUND_NUMBER === 0);
  const complete = [...logs];
  let doubtful = [...blocks.keys()].filter((index) => mayLack(at(blocks, index), at(logs, index)));
  if (doubtful.length === 0) return complete;

  /** Takes logs of the doubtful blocks that are known to be all logs of their block. */
  const decide = (decisive: readonly (NodeLog[] | undefined)[]) => {
    for (const [position, index] of doubtful.entries()) {
      const found = decisive[position];
      if (found) complete[index] = found.filter(decoder.isWanted);
    }
    doubtful = doubtful.filter((_index, position) => decisive[position] === undefined);
  };
  const doubtfulBlocks = () => doubtful.map((index) => at(blocks, index));
  const hashes = () => doubtfulBlocks().map(({ hash }) => hash);

  const receiptLogs = await reader.receiptLogsOf(hashes());
  if (receiptLogs)
    for (const [position, block] of doubtfulBlocks().entries()) requireLogs(block, at(receiptLogs, position));
  // One call for each block, where receipts of transactions are hundreds.
  decide(receiptLogs ?? (await provenLogs(reader, doubtfulBlocks())));
  if (age === 'recent' && doubtful.length > 0) decide(await reader.transactionLogsOf(hashes()));
  if (doubtful.length === 0) return complete;
  for (const pause of RETRY_AFTER_MS) {
    await after(pause);
    const again = await reader.logsOf(hashes());
    for (const [position, index] of doubtful.entries())
      if (at(again, position).length > at(complete, index).length) complete[index] = at(again, position);
    doubtful = doubtful.filter((index) => mayLack(at(blocks, index), at(complete, index)));
    if (doubtful.length === 0) break;
  }
  // The node gave the same response three times: the doubt was wrong, as is normal for the match of a bloom.
  return complete;
}

/** All logs of each block; undefined where the node refuses them, or they may not be all. */
async function provenLogs(
  reader: ChainReader,
  blocks: readonly RpcBlock[],
): Promise<(NodeLog[] | undefined)[]> {
  const all = await reader.allLogsOf(blocks.map(({ hash }) => hash));
  return blocks.map((block, position) => {
    const logs = all[position];
    return logs && areAllLogs(block, logs) ? logs : undefined;
  });
}

/**
 * Whether a block has no other logs than these: their indexes have no gap, and they make up its bloom. A log that is missing at the
 * end is not noticed if the other logs have all its bits.
 */
function areAllLogs({ logsBloom }: RpcBlock, logs: readonly NodeLog[]): boolean {
  return (
    logs.length <= MOST_HASHED &&
    logs.length % ROUND_NUMBER !== 0 &&
    logs.every(({ logIndex }, index) => logIndex === index) &&
    toBloom(logs) === logsBloom?.toLowerCase()
  );
}

/** A bloom with any bit set means a log: a node without one in its receipts does not have them all yet. */
function requireLogs({ number, logsBloom }: RpcBlock, logs: readonly NodeLog[]): void {
  if (logs.length === 0 && /[^0x]/.test(logsBloom ?? ''))
    throw new NodeLagging(`The node does not have the logs of block ${number} yet.`);
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error('The node answered fewer items than it was asked for.');
  return item;
}
