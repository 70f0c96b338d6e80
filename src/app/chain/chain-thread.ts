import { Worker } from 'node:worker_threads';
import type { LaneWorker } from '../../adapters/chain/outbox/lane-worker.ts';
import type { ChainThreadTask, FromChainThread, ToChainThread } from './chain-messages.ts';
import type { ChainReports } from './chain-workers.ts';
import type { UncaughtKind } from '../uncaught.ts';

// The same file before and after it is built.
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? 'chain-thread-entry.ts' : 'chain-thread-entry.js',
  import.meta.url,
);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const STOP_WITHIN_MS = 3_000;
// Visitors are on the site: twenty reads a second.
const WATCH_MS = 250;
const MANY_READS = 5;

export interface ChainThreadReports extends ChainReports {
  /** The thread ended by itself; it is started again after the pause, in milliseconds. */
  readonly ended: (error: unknown, pauseMs: number) => void;
  /** Nobody caught this error in the thread. */
  readonly uncaught: (kind: UncaughtKind, error: unknown) => void;
  /** How many public reads this process has answered. */
  readonly publicReads: () => number;
}

/**
 * Starts the chain's workers in a thread with its own heap, event loop and database connections. When it ends by itself
 * it is started again, and goes on from what the database says.
 */
export function startChainThread(
  task: Omit<ChainThreadTask, 'readsComeFirst'>,
  reports: ChainThreadReports,
): LaneWorker {
  const comeFirst = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let pauseMs = FIRST_PAUSE_MS;
  let starting: NodeJS.Timeout | undefined;
  let onEnd: (() => void) | undefined;
  let thread: Worker | undefined;

  function start(): void {
    const started = performance.now();
    let failure: unknown;
    const worker = new Worker(ENTRY, {
      workerData: { ...task, readsComeFirst: comeFirst.buffer },
      name: 'chain',
    });
    thread = worker;
    worker.on('message', receive);
    worker.on('error', (error) => {
      failure = error;
      reports.uncaught('uncaughtException', error);
    });
    worker.on('exit', (code) => {
      thread = undefined;
      if (onEnd) {
        if (failure !== undefined) reports.warn('the thread of the chain stopped with an error', failure);
        return onEnd();
      }
      if (performance.now() - started > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      reports.ended(failure ?? new Error(`It ended with ${code}.`), pauseMs);
      starting = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }

  function receive(message: FromChainThread): void {
    switch (message.kind) {
      case 'settled':
        return reports.settled(message.ids);
      case 'note':
        return reports.note(message.event, message.facts);
      case 'advanced':
        return reports.advanced(message.head, message.nextBlock);
      case 'caught-up':
        return reports.caughtUp();
      case 'warning':
        return reports.warn(message.message, message.error);
      case 'unhandled':
        return reports.uncaught('unhandledRejection', message.error);
      case 'stopped':
        // Whatever it still holds open, such as connections to the node.
        return void thread?.terminate();
    }
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, as a window has.
  const send = (message: ToChainThread) => thread?.postMessage(message);

  let seenReads = reports.publicReads();
  const watching = setInterval(() => {
    const reads = reports.publicReads();
    Atomics.store(comeFirst, 0, reads - seenReads >= MANY_READS ? 1 : 0);
    seenReads = reads;
  }, WATCH_MS);
  watching.unref();

  start();
  return {
    poke: (signers) => send({ kind: 'poke', signers }),
    async stop() {
      clearInterval(watching);
      clearTimeout(starting);
      if (!thread) return;
      const ended = new Promise<void>((resolve) => (onEnd = resolve));
      send({ kind: 'stop' });
      const late = setTimeout(() => void thread?.terminate(), STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
