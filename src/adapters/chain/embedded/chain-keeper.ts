import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRpc } from '../rpc/rpc.ts';
import { createBlockJournal, replayJournal, type BlockJournal } from './block-journal.ts';
import { catchUpClock, loadChain, saveChain } from './chain-state.ts';

/** Keeps a chain in its directory. */
export interface ChainKeeper {
  /** Brings back what was kept, on an empty node at `url` that makes no blocks by itself. */
  restore(url: string): Promise<void>;
  /** Keeps what is new, unless that was done a moment ago. */
  keep(url: string, isBusy: boolean): Promise<void>;
  /** Keeps what is new now. */
  keepNow(url: string): Promise<void>;
}

interface ChainKeeperOptions {
  readonly directory: string;
  /** A chain whose whole state takes longer to keep has its new blocks kept instead. */
  readonly slowMs?: number | undefined;
  warn(message: string): void;
}

const SLOW_MS = 300;
// Keeping the whole state holds the node up; these shares of the time are left for other things.
const PATIENCE = { busy: 3, idle: 20 };
// Blocks and transactions in the journal, after which the whole state is kept: a start makes them all again.
const LONGEST_JOURNAL = { busy: 10_000, idle: 2_000 };

/** Keeps the whole state as long as that is quick; of an aged chain, mostly the blocks since then. */
export function createChainKeeper({ directory, slowMs = SLOW_MS, warn }: ChainKeeperOptions): ChainKeeper {
  const stateFile = join(directory, 'state.json.gz');
  const journalFile = join(directory, 'journal.jsonl');
  let journal: BlockJournal | undefined;
  let tookMs = 0;
  let storedAt = Number.NEGATIVE_INFINITY;
  let storedBlock: number | undefined;

  async function keepAll(url: string, newest: number): Promise<void> {
    const startedAt = performance.now();
    await saveChain(url, stateFile);
    // Blocks that were made meanwhile are in both; a start skips them in the journal.
    journal ??= createBlockJournal(journalFile, newest, 0);
    await journal.restart(newest);
    storedBlock = newest;
    storedAt = performance.now();
    tookMs = storedAt - startedAt;
  }

  async function keepNew(url: string, isDue: (journal: BlockJournal) => boolean): Promise<void> {
    const rpc = createRpc(url);
    const newest = Number(await rpc.call('eth_blockNumber'));
    if (newest === storedBlock) return;
    const isWhole =
      journal === undefined || tookMs <= slowMs || isDue(journal) || !(await journal.append(rpc));
    if (isWhole) await keepAll(url, newest);
    else storedBlock = newest;
  }

  return {
    async restore(url) {
      const startedAt = performance.now();
      if (!(await loadChain(url, stateFile))) {
        await rm(journalFile, { force: true });
        return;
      }
      tookMs = performance.now() - startedAt;
      try {
        const { last, size } = await replayJournal(createRpc(url), journalFile);
        journal = createBlockJournal(journalFile, last, size);
        storedBlock = last;
      } catch (error) {
        warn(`The embedded chain goes on without its newest blocks: ${(error as Error).message}`);
        // What came out is kept as a whole, and the journal begins anew.
        journal = undefined;
        storedBlock = undefined;
      }
      await catchUpClock(url);
    },
    async keep(url, isBusy) {
      const state = isBusy ? 'busy' : 'idle';
      if (tookMs <= slowMs && performance.now() < storedAt + tookMs * PATIENCE[state]) return;
      await keepNew(url, ({ size }) => size() >= LONGEST_JOURNAL[state]);
    },
    async keepNow(url) {
      if (tookMs > slowMs) return keepNew(url, () => false);
      await keepAll(url, Number(await createRpc(url).call('eth_blockNumber')));
    },
  };
}
