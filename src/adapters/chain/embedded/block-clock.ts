import { z } from 'zod';
import type { Rpc } from '../rpc/rpc.ts';

interface BlockClockOptions {
  readonly rpc: Rpc;
  /** Seconds between blocks while transactions are pending; 0 if the node mines by itself. */
  readonly blockTime: number;
  /** Saves the chain. `isBusy`: whether there were transactions lately. */
  save(isBusy: boolean): Promise<void>;
  /** Throws when no further block could be saved. */
  requireRoom(): Promise<void>;
  warn(message: string): void;
}

/** Mines blocks and saves the chain periodically. As long as a block cannot be saved, no further one is mined. */
export interface BlockClock {
  /** Resolves when the current tick has finished. */
  stop(): Promise<void>;
}

const pool = z.object({ pending: z.coerce.number() });
// The number of blocks that follow a transaction immediately, so that it becomes final.
const BLOCKS_AFTER = 5;
/** The seconds between the blocks of an idle chain. They are few, because every block is stored forever. */
export const IDLE_SECONDS = 12;
const SAVE_INTERVAL_MS = 1_000;

export function startBlockClock({ rpc, blockTime, save, requireRoom, warn }: BlockClockOptions): BlockClock {
  let stopping = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let busy = 0;
  let minedAt = Number.NEGATIVE_INFINITY;
  let warning: string | undefined;

  const schedule = () => {
    if (stopping) return;
    timer = setTimeout(
      () => {
        running = tick().then(schedule);
      },
      blockTime * 1_000 || SAVE_INTERVAL_MS,
    ).unref();
  };

  async function tick(): Promise<void> {
    try {
      if (warning !== undefined) await save(true);
      if (blockTime > 0) await mine();
      await save(busy > 0 || blockTime === 0);
      if (warning !== undefined) await allow(true);
      warning = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== warning) warn(`The embedded chain: ${message}`);
      if (warning === undefined) await allow(false).catch(() => undefined);
      warning = message;
    }
  }

  /** Whether a node that mines by itself may do so. */
  async function allow(mining: boolean): Promise<void> {
    if (blockTime > 0) return;
    await rpc.call('evm_setAutomine', [mining]);
    if (mining) await rpc.call('evm_mine');
  }

  async function mine(): Promise<void> {
    const { pending } = pool.parse(await rpc.call('txpool_status'));
    busy = pending > 0 ? BLOCKS_AFTER + 1 : Math.max(0, busy - 1);
    if (pending > 0) await requireRoom();
    if (busy === 0 && performance.now() - minedAt < IDLE_SECONDS * 1_000) return;
    await rpc.call('evm_mine');
    minedAt = performance.now();
  }

  schedule();
  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
