import type { LaneWorker } from '../../adapters/chain/outbox/lane-worker.ts';
import type { ChainThreadTask, FromChainThread, ToChainThread } from './chain-messages.ts';
import type { ChainReports } from './chain-workers.ts';
import { startRestartedThread, type RestartedThread } from '../../runtime/threads/restarted-thread.ts';
import type { UncaughtKind } from '../uncaught.ts';

// The file's name before and after the build.
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? 'chain-thread-entry.ts' : 'chain-thread-entry.js',
  import.meta.url,
);
// At least twenty reads a second mean that visitors are on the site.
const WATCH_MS = 250;
const MANY_READS = 5;

export interface ChainThreadReports extends ChainReports {
  /** Reports that the thread ended by itself; it is restarted after the pause, in milliseconds. */
  readonly ended: (error: unknown, pauseMs: number) => void;
  /** Reports an uncaught error of the thread. */
  readonly uncaught: (kind: UncaughtKind, error: unknown) => void;
  /** The number of public reads that this process has answered. */
  readonly publicReads: () => number;
}

/**
 * Starts the chain's workers in a thread with its own heap, event loop and database connections. When it ends by itself it is
 * restarted, and continues from the state in the database.
 */
export function startChainThread(
  task: Omit<ChainThreadTask, 'readsComeFirst'>,
  reports: ChainThreadReports,
): LaneWorker {
  const comeFirst = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread: RestartedThread<ToChainThread> = startRestartedThread<ToChainThread, FromChainThread>({
    name: 'chain',
    entry: ENTRY,
    data: { ...task, readsComeFirst: comeFirst.buffer } satisfies ChainThreadTask,
    receive,
    ended: reports.ended,
    uncaught: reports.uncaught,
  });

  function receive(message: FromChainThread): void {
    switch (message.kind) {
      case 'settled':
        return reports.settled(message.ids);
      case 'note':
        return reports.note(message.event, message.facts);
      case 'signed':
        return reports.signed(message.signed, message.outcome, message.count);
      case 'advanced':
        return reports.advanced();
      case 'progress':
        return reports.progress(message.progress);
      case 'other-chain':
        return reports.otherChain(message.isOther);
      case 'warning':
        return reports.warn(message.message, message.error);
      case 'unhandled':
        return reports.uncaught('unhandledRejection', message.error);
      case 'stopped':
        // Closes what is still open, such as connections to the node.
        return thread.end();
    }
  }

  let seenReads = reports.publicReads();
  const watching = setInterval(() => {
    const reads = reports.publicReads();
    Atomics.store(comeFirst, 0, reads - seenReads >= MANY_READS ? 1 : 0);
    seenReads = reads;
  }, WATCH_MS);
  watching.unref();

  return {
    poke: (signers) => thread.send({ kind: 'poke', signers }),
    async stop() {
      clearInterval(watching);
      const failure = await thread.stop({ kind: 'stop' });
      if (failure !== undefined) reports.warn('the thread of the chain stopped with an error', failure);
    },
  };
}
