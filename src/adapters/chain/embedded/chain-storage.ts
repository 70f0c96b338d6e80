import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createRpc } from '../rpc/rpc.ts';
import { createBlockJournal, replayJournal, type BlockJournal } from './block-journal.ts';
import { catchUpClock, loadChain, saveChain } from './chain-state.ts';

/** Saves a chain in its directory. */
export interface ChainStorage {
  /** Restores the saved chain on an empty node at `url` that mines only on request. */
  restore(url: string): Promise<void>;
  /** Saves new blocks, unless a save was just done. */
  save(url: string, isBusy: boolean): Promise<void>;
  /** Saves new blocks now. */
  saveNow(url: string): Promise<void>;
}

interface ChainStorageOptions {
  readonly directory: string;
  /** If saving the whole state takes longer than this, only new blocks are saved. */
  readonly slowMs?: number | undefined;
  warn(message: string): void;
}

const SLOW_MS = 300;
// Saving the whole state blocks the node: between saves passes at least this multiple of its duration.
const PAUSE_FACTOR = { busy: 3, idle: 20 };
// Blocks and transactions in the journal after which the whole state is saved: a start mines all of them again.
const MAX_JOURNAL = { busy: 10_000, idle: 2_000 };

/** Saves the whole state while that is quick; later mostly the blocks since the last whole state. */
export function createChainStorage({ directory, slowMs = SLOW_MS, warn }: ChainStorageOptions): ChainStorage {
  const stateFile = join(directory, 'state.json.gz');
  const journalFile = join(directory, 'journal.jsonl');
  let journal: BlockJournal | undefined;
  let tookMs = 0;
  let savedAt = Number.NEGATIVE_INFINITY;
  let savedBlock: number | undefined;

  async function saveAll(url: string, newest: number): Promise<void> {
    const startedAt = performance.now();
    await saveChain(url, stateFile);
    // Blocks that were mined meanwhile are in both; a start skips them in the journal.
    journal ??= createBlockJournal(journalFile, newest, 0);
    await journal.restart(newest);
    savedBlock = newest;
    savedAt = performance.now();
    tookMs = savedAt - startedAt;
  }

  async function saveNew(url: string, isDue: (journal: BlockJournal) => boolean): Promise<void> {
    const rpc = createRpc(url);
    const newest = Number(await rpc.call('eth_blockNumber'));
    if (newest === savedBlock) return;
    const isWhole =
      journal === undefined || tookMs <= slowMs || isDue(journal) || !(await journal.append(rpc));
    if (isWhole) await saveAll(url, newest);
    else savedBlock = newest;
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
        savedBlock = last;
      } catch (error) {
        warn(`The embedded chain continues without its newest blocks: ${(error as Error).message}`);
        // The restored blocks are saved as a whole state, with an empty journal.
        journal = undefined;
        savedBlock = undefined;
      }
      await catchUpClock(url);
    },
    async save(url, isBusy) {
      const state = isBusy ? 'busy' : 'idle';
      if (tookMs <= slowMs && performance.now() < savedAt + tookMs * PAUSE_FACTOR[state]) return;
      await saveNew(url, ({ size }) => size() >= MAX_JOURNAL[state]);
    },
    async saveNow(url) {
      if (tookMs > slowMs) return saveNew(url, () => false);
      await saveAll(url, Number(await createRpc(url).call('eth_blockNumber')));
    },
  };
}
