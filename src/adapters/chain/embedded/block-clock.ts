import { z } from 'zod';
import type { Rpc } from '../rpc/rpc.ts';

interface BlockClockOptions {
  readonly rpc: Rpc;
  /** Seconds from one block to the next while there is something to do; 0 leaves the blocks to the node. */
  readonly blockTime: number;
  /** Keeps the chain; told whether there is something to do. */
  keep(isBusy: boolean): Promise<void>;
  warn(message: string): void;
}

/** Makes the blocks, and has them kept. */
export interface BlockClock {
  /** Lets the tick that runs finish. */
  stop(): Promise<void>;
}

const pool = z.object({ pending: z.coerce.number() });
// After a transaction so many more blocks follow at once, so that it becomes final.
const BLOCKS_AFTER = 5;
// An idle chain makes few blocks: every one is kept for ever, and they are kept together.
const IDLE_MS = 12_000;
const SAVE_EVERY_MS = 1_000;

export function startBlockClock({ rpc, blockTime, keep, warn }: BlockClockOptions): BlockClock {
  let stopping = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let busy = 0;
  let minedAt = Number.NEGATIVE_INFINITY;
  let complaint: string | undefined;

  const schedule = () => {
    if (stopping) return;
    timer = setTimeout(
      () => {
        running = tick().then(schedule);
      },
      blockTime * 1_000 || SAVE_EVERY_MS,
    ).unref();
  };

  async function tick(): Promise<void> {
    try {
      if (blockTime > 0) await mine();
      await keep(busy > 0 || blockTime === 0);
      complaint = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== complaint) warn(`The embedded chain: ${message}`);
      complaint = message;
    }
  }

  async function mine(): Promise<void> {
    const { pending } = pool.parse(await rpc.call('txpool_status'));
    busy = pending > 0 ? BLOCKS_AFTER + 1 : Math.max(0, busy - 1);
    if (busy === 0 && performance.now() - minedAt < IDLE_MS) return;
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
