import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namingFullDisk, requireRoom } from '../../../runtime/disk.ts';
import { createRpc } from '../rpc/rpc.ts';
import { createBlockJournal, replayJournal, type BlockJournal } from './block-journal.ts';
import { catchUpClock, loadChain, saveChain } from './chain-state.ts';

/** Saves a chain in its directory. */
export interface ChainStorage {
  /**
   * Restores the saved chain on an empty node at `url` that mines only on request. Throws, with what to do, when what is saved
   * cannot be restored completely.
   */
  restore(url: string): Promise<void>;
  /** Saves new blocks, unless a save was just done. Throws DiskFull. */
  save(url: string, isBusy: boolean): Promise<void>;
  /** Throws DiskFull, or why the last save failed, when no further block could be saved; asks the disk once a second at most. */
  requireRoom(): Promise<void>;
  /** Saves new blocks now. */
  saveNow(url: string): Promise<void>;
}

interface ChainStorageOptions {
  readonly directory: string;
  /** If saving the whole state takes longer than this, only new blocks are saved. */
  readonly slowMs?: number | undefined;
}

const SLOW_MS = 300;
// Saving the whole state blocks the node: between saves passes at least this multiple of its duration.
const PAUSE_FACTOR = { busy: 3, idle: 20 };
// Blocks and transactions in the journal after which the whole state is saved: a start mines all of them again.
const MAX_JOURNAL = { busy: 10_000, idle: 2_000 };
const ROOM_FRESH_MS = 1_000;

/** Saves the whole state while that is quick; later mostly the blocks since the last whole state. */
export function createChainStorage({ directory, slowMs = SLOW_MS }: ChainStorageOptions): ChainStorage {
  const stateFile = join(directory, 'state.json.gz');
  const journalFile = join(directory, 'journal.jsonl');
  let journal: BlockJournal | undefined;
  let tookMs = 0;
  let savedAt = Number.NEGATIVE_INFINITY;
  let savedBlock: number | undefined;
  /** Why the last save failed. */
  let failure: Error | undefined;
  let room: { readonly checked: Promise<void>; readonly at: number } | undefined;

  async function saveAll(url: string, newest: number): Promise<void> {
    const startedAt = performance.now();
    await saveChain(url, stateFile);
    // Blocks that were mined meanwhile are in both; a start skips them in the journal.
    journal ??= createBlockJournal(journalFile, { last: newest, size: 0, length: 0 });
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
    if (isWhole) {
      try {
        return await saveAll(url, newest);
      } catch (error) {
        // The disk may still have room for the new blocks.
        if (journal === undefined || !(await journal.append(rpc).catch(() => false))) throw error;
      }
    }
    savedBlock = newest;
  }

  /** Notes whether what was mined is on the disk. */
  async function noting(saving: Promise<void>): Promise<void> {
    try {
      await namingFullDisk(directory, saving);
      failure = undefined;
    } catch (error) {
      failure = error as Error;
      throw error;
    }
  }

  return {
    async restore(url) {
      const startedAt = performance.now();
      if (!(await loadChain(url, stateFile))) {
        if (await hasContent(journalFile)) throw new Error(withoutState(stateFile, journalFile));
        return;
      }
      tookMs = performance.now() - startedAt;
      const content = await replayJournal(createRpc(url), journalFile);
      journal = createBlockJournal(journalFile, content);
      savedBlock = content.last;
      await catchUpClock(url);
    },
    async save(url, isBusy) {
      const state = isBusy ? 'busy' : 'idle';
      const isPause = tookMs <= slowMs && performance.now() < savedAt + tookMs * PAUSE_FACTOR[state];
      if (isPause && failure === undefined) return;
      await noting(saveNew(url, ({ size }) => size() >= MAX_JOURNAL[state]));
    },
    async saveNow(url) {
      if (tookMs > slowMs) return noting(saveNew(url, () => false));
      await noting(
        createRpc(url)
          .call('eth_blockNumber')
          .then((newest) => saveAll(url, Number(newest))),
      );
    },
    async requireRoom() {
      if (failure !== undefined) throw failure;
      if (room === undefined || performance.now() - room.at > ROOM_FRESH_MS)
        room = { checked: requireRoom(directory), at: performance.now() };
      await room.checked;
    },
  };
}

async function hasContent(file: string): Promise<boolean> {
  return stat(file).then(
    ({ size }) => size > 0,
    () => false,
  );
}

function withoutState(stateFile: string, journalFile: string): string {
  return (
    `${stateFile} is missing, but ${journalFile} has blocks that follow it. Restore the whole data folder from a backup, ` +
    `or delete the journal too to create a new chain.`
  );
}
