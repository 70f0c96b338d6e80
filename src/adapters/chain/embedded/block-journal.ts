import { keccak256 } from 'ethers';
import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { blockAt, toHex } from '../rpc/block.ts';
import type { Rpc, RpcCall } from '../rpc/rpc.ts';
import { callAll } from '../rpc/rpc-chunks.ts';
import { chainTime } from './chain-state.ts';
import { writeFileWhole } from './write-file-whole.ts';

const hex = z.string().regex(/^0x[\da-f]*$/);
const block = z.object({ timestamp: z.coerce.number(), transactions: z.array(hex) });
/** A line of the journal: the data to mine a block again, with raw transactions in their order. */
const entry = z.object({ number: z.int(), timestamp: z.int(), transactions: z.array(hex) });

type JournalEntry = z.output<typeof entry>;

/** A file with the blocks of a chain since its state was saved; new blocks are appended. */
export interface BlockJournal {
  /** The number of its transactions and blocks. */
  size(): number;
  /** Appends the new blocks. False when a transaction cannot be sent again, such as one of an impersonated account. */
  append(rpc: Rpc): Promise<boolean>;
  /** Empties the journal, after the state up to this block was saved. */
  restart(after: number): Promise<void>;
}

const MAX_BATCH = 100;

/** A journal in `file` with all blocks up to `last`. */
export function createBlockJournal(file: string, last: number, size: number): BlockJournal {
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
        const lines = entries.map((each) => `${JSON.stringify(each)}\n`).join('');
        await appendFile(file, lines, { mode: 0o600, flush: true });
        position += entries.length;
        for (const { transactions } of entries) count += 1 + transactions.length;
      }
      return true;
    },
    async restart(after) {
      await writeFileWhole(file, '');
      position = after;
      count = 0;
    },
  };
}

async function readEntries(rpc: Rpc, numbers: readonly number[]): Promise<JournalEntry[] | undefined> {
  const calls = numbers.map((number) => blockAt(number));
  const blocks = (await callAll(rpc, calls)).map((answer) => block.parse(answer));
  const hashes = blocks.flatMap(({ transactions }) => transactions);
  const answers = await callAll(
    rpc,
    hashes.map((hash) => call('eth_getRawTransactionByHash', hash)),
  );
  const raws = answers.flatMap((answer) => hex.safeParse(answer).data ?? []);
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
 * a reorg. Throws when a block differs otherwise.
 */
export async function replayJournal(
  rpc: Rpc,
  file: string,
): Promise<{ readonly last: number; readonly size: number }> {
  let last = Number(await rpc.call('eth_blockNumber'));
  let size = 0;
  // The node's clock started with the node, and each block must be later than the clock.
  await rpc.call('evm_setTime', [await chainTime(rpc, 'latest')]);
  for (const { number, timestamp, transactions } of await readJournal(file)) {
    // The state includes the block if the process ended before it had emptied the journal.
    if (number <= last) continue;
    if (number > last + 1) throw new Error(`${file} lacks the block ${last + 1}.`);
    await callAll(
      rpc,
      transactions.map((raw) => call('eth_sendRawTransaction', raw)),
    );
    await rpc.call('evm_setNextBlockTimestamp', [timestamp]);
    await rpc.call('evm_mine');
    const mined = block.parse(await rpc.call('eth_getBlockByNumber', [toHex(number), false]));
    if (mined.transactions.join() !== transactions.map((raw) => keccak256(raw)).join())
      throw new Error(`${file}: the block ${number} has other transactions after it was mined again.`);
    last = number;
    size += 1 + transactions.length;
  }
  return { last, size };
}

/** Reads the entries, and removes a last line that is incomplete because the process ended. */
async function readJournal(file: string): Promise<JournalEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await writeFileWhole(file, whole);
  return whole
    .split('\n')
    .slice(0, -1)
    .map((line) => entry.parse(JSON.parse(line)));
}

const call = (method: string, ...params: readonly unknown[]): RpcCall => ({ method, params });
