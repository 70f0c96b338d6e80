import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRpc } from '../rpc/rpc.ts';
import { startAnvil, type Anvil } from './anvil.ts';
import { startBlockClock, type BlockClock } from './block-clock.ts';
import { createChainStorage } from './chain-storage.ts';
import { endOrphanedNode, noteAnvil } from './orphaned-node.ts';

export interface StoredChainOptions {
  readonly directory: string;
  readonly chainId: number;
  /** 0 for any free port. */
  readonly port: number;
  /** Seconds between blocks; 0 mines a block for every transaction. */
  readonly blockTime: number;
  readonly gasLimit: number;
  /** See ChainStorage. */
  readonly slowMs?: number | undefined;
  warn(message: string): void;
}

/** A chain that continues over restarts of its node. */
export interface StoredChain {
  readonly url: string;
  /** Ends mining a block for every transaction: from now on blocks come by the clock, and new blocks are saved. */
  run(): Promise<void>;
  /** Throws DiskFull, or why the last save failed, when no further block could be saved. */
  requireRoom(): Promise<void>;
  stop(): Promise<void>;
}

const RESTART_MS = 250;

/** Starts a node with the chain of a directory. After run() it is started again when something else ends it. */
export async function startStoredChain(options: StoredChainOptions): Promise<StoredChain> {
  const { directory, chainId, blockTime, gasLimit, warn } = options;
  const storage = createChainStorage(options);
  const noteFile = join(directory, 'anvil.json');
  const mark = join(directory, 'anvil');
  const stopped = new AbortController();
  let clock: BlockClock | undefined;
  let supervision: Promise<void> | undefined;

  await endOrphanedNode(noteFile, mark);
  let anvil = await start(options.port);
  const { port } = anvil;
  const url = `http://127.0.0.1:${port}`;
  const rpc = createRpc(url);

  async function start(port: number): Promise<Anvil> {
    const started = await startAnvil({ chainId, port, gasLimit, mark });
    try {
      const startedUrl = `http://127.0.0.1:${started.port}`;
      await noteAnvil(noteFile, started.pid, startedUrl);
      await storage.restore(startedUrl);
      await createRpc(startedUrl).call('evm_setAutomine', [true]);
      return started;
    } catch (error) {
      await started.end();
      throw error;
    }
  }

  async function startClock(): Promise<void> {
    if (blockTime > 0) await rpc.call('evm_setAutomine', [false]);
    clock = startBlockClock({
      rpc,
      blockTime,
      warn,
      requireRoom: storage.requireRoom,
      save: (isBusy) => storage.save(url, isBusy),
    });
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await anvil.ended;
      await clock?.stop();
      if (stopped.signal.aborted) return;
      warn('The node of the embedded chain has ended. It restarts from the saved chain.');
      await restart();
    }
  }

  async function restart(): Promise<void> {
    let warning: string | undefined;
    while (!stopped.signal.aborted) {
      try {
        anvil = await start(port);
        if (stopped.signal.aborted) await anvil.end();
        else await startClock();
        return;
      } catch (error) {
        await anvil.end();
        const { message } = error as Error;
        if (message !== warning) warn(`The embedded chain does not start: ${message}`);
        warning = message;
        await sleep(RESTART_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  }

  return {
    url,
    async run() {
      await storage.saveNow(url);
      await startClock();
      supervision = supervise();
    },
    requireRoom: storage.requireRoom,
    async stop() {
      stopped.abort();
      await clock?.stop();
      await storage
        .saveNow(url)
        .catch((error: Error) => warn(`The embedded chain was not saved: ${error.message}`));
      await anvil.end();
      await supervision;
      await rm(noteFile, { force: true });
    },
  };
}
