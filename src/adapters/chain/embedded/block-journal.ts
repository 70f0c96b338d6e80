import { keccak256 } from 'ethers/crypto';
import { z } from 'zod';
import { blockAt, toHex } from '../rpc/block.ts';
import { RpcError, type Rpc, type RpcCall } from '../rpc/rpc.ts';
import { callAll } from '../rpc/rpc-chunks.ts';
import { chainTime } from './chain-state.ts';
import { brokenAt, openJournalFile, readJournalFile, type JournalEntry } from './journal-file.ts';

const hex = z.string().regex(/^0x[\da-f]*$/);
const block = z.object({ timestamp: z.coerce.number(), transactions: z.array(hex) });

/** A file with the blocks of a chain since its state was saved; new blocks are appended. */
export interface BlockJournal {
  /** The number of its transactions and blocks. */
  size(): number;
  /** Appends the new blocks. False when a transaction cannot be sent again, such as one of an impersonated account. */
  append(rpc: Rpc): Promise<boolean>;
  /** Empties the journal, after the state up to this block was saved. */
  restart(after: number): Promise<void>;
}

/** The present content of a journal. */
export interface JournalContent {
  /** The number of its last block, or of the block up to which the state was saved. */
  readonly last: number;
  /** The number of its transactions and blocks. */
  readonly size: number;
  /** In bytes. */
  readonly length: number;
}

const MAX_BATCH = 100;

/** A journal in `file`. */
export function createBlockJournal(file: string, { last, size, length }: JournalContent): BlockJournal {
  const stored = openJournalFile(file, length);
  let position = last;
  let count = size;
  return {
    size: () => count,
    async append(rpc) {
      const newest = Number(await rpc.call('eth_blockNumber'));
      while (position < newest) {
        const numbers = Array.from(
          { length: Math.min(newest - position, MAX_BATCH) },
          (_, index) => position + 1 + index,
        );
        const entries = await readEntries(rpc, numbers);
        if (entries === undefined) return false;
        await stored.append(entries);
        position += entries.length;
        for (const { transactions } of entries) count += 1 + transactions.length;
      }
      return true;
    },
    async restart(after) {
      await stored.empty();
      position = after;
      count = 0;
    },
  };
}

async function readEntries(rpc: Rpc, numbers: readonly number[]): Promise<JournalEntry[] | undefined> {
  const calls = numbers.map((number) => blockAt(number));
  const blocks = (await callAll(rpc, calls)).map((response) => block.parse(response));
  const hashes = blocks.flatMap(({ transactions }) => transactions);
  const responses = await callAll(
    rpc,
    hashes.map((hash) => call('eth_getRawTransactionByHash', hash)),
  );
  const raws = responses.flatMap((response) => hex.safeParse(response).data ?? []);
  // The hash of an impersonated account's transaction is not the hash of its bytes.
  const isComplete = raws.length === hashes.length;
  if (!isComplete || raws.some((raw, index) => keccak256(raw) !== hashes[index])) return undefined;
  let from = 0;
  return blocks.map(({ timestamp, transactions }, index) => ({
    number: numbers[index] as number,
    timestamp,
    transactions: raws.slice(from, (from += transactions.length)),
  }));
}

/**
 * Mines the blocks of a journal again, on a node that mines only on request and has the state before them. Transactions,
 * receipts and times are the same. The hashes differ, because anvil draws a random number for each block, so that readers see
 * a reorg. Throws, with what to do, when a line is damaged or a block differs otherwise.
 */
export async function replayJournal(rpc: Rpc, file: string): Promise<JournalContent> {
  const { entries, length } = await readJournalFile(file);
  let last = Number(await rpc.call('eth_blockNumber'));
  let size = 0;
  // The node's clock started with the node, and each block must be later than the clock.
  await rpc.call('evm_setTime', [await chainTime(rpc, 'latest')]);
  for (const [index, entry] of entries.entries()) {
    const { number, transactions } = entry;
    // The state includes the block if the process ended before it had emptied the journal.
    if (number <= last) continue;
    const wrong = number > last + 1 ? `follows the missing block ${last + 1}` : await mineAgain(rpc, entry);
    if (wrong !== undefined) throw new Error(brokenAt(file, index + 1, wrong));
    last = number;
    size += 1 + transactions.length;
  }
  return { last, size, length };
}

/** Returns what is wrong with the block. */
async function mineAgain(
  rpc: Rpc,
  { number, timestamp, transactions }: JournalEntry,
): Promise<string | undefined> {
  try {
    await callAll(
      rpc,
      transactions.map((raw) => call('eth_sendRawTransaction', raw)),
    );
  } catch (error) {
    if (error instanceof RpcError) return `has a transaction that the node refuses (${error.message})`;
    throw error;
  }
  await rpc.call('evm_setNextBlockTimestamp', [timestamp]);
  await rpc.call('evm_mine');
  const mined = block.parse(await rpc.call('eth_getBlockByNumber', [toHex(number), false]));
  const isSame = mined.transactions.join() === transactions.map((raw) => keccak256(raw)).join();
  return isSame ? undefined : 'gives a block with other transactions when it is mined again';
}

const call = (method: string, ...params: readonly unknown[]): RpcCall => ({ method, params });
