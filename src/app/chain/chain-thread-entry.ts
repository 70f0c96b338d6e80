import { pino } from 'pino';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../runtime/threads/thread-priority.ts';
import { createThrottle } from '../../runtime/concurrency/throttle.ts';
import { createCustody } from '../../adapters/custody/custody.ts';
import { ids } from '../../runtime/ids.ts';
import { openSql } from '../../adapters/postgres/server/open-sql.ts';
import { openTracing } from '../serving/open-tracing.ts';
import { releaseMemory } from '../start/memory.ts';
import type { ChainThreadTask, FromChainThread, ToChainThread } from './chain-messages.ts';
import { startChainWorkers } from './chain-workers.ts';

const CONNECTIONS = 4;
// Requests take precedence when the processors are busy.
const NICE = 10;

/**
 * The entry of the thread that chain-thread.ts starts. It continues after an unhandled rejection. An uncaught exception ends
 * it, since its state is unknown then; chain-thread.ts starts it again from what the database says.
 */
async function main(): Promise<void> {
  if (!parentPort) throw new Error('This file runs in a thread of the gateway.');
  const port = parentPort;
  lowerThreadPriority(NICE);
  const post = (message: FromChainThread) => port.postMessage(message);
  const warn = (message: string, error?: unknown) =>
    post({ kind: 'warning', message, error: toPlain(error) });

  // chain-thread.ts always passes a task.
  const { site, databaseUrl, readsComeFirst, tracing, ...settings } = workerData as ChainThreadTask;
  const closeTracing = await openTracing(tracing);
  const custody = await createCustody({ ...settings, ids, clock: { now: () => new Date() } });
  const { sql, close } = openSql({
    url: databaseUrl,
    connections: CONNECTIONS,
    name: 'giveaways chain',
    warn,
  });
  const comeFirst = new Int32Array(readsComeFirst);
  const throttle = createThrottle(() => Atomics.load(comeFirst, 0) === 1);
  const workers = startChainWorkers(
    site,
    { sql, custody, throttle },
    {
      note: (event, facts) => post({ kind: 'note', event, facts }),
      settled: (ids) => post({ kind: 'settled', ids }),
      signed: (signed, outcome, count) => post({ kind: 'signed', signed, outcome, count }),
      advanced: () => post({ kind: 'advanced' }),
      progress: (progress) => post({ kind: 'progress', progress }),
      otherChain: (isOther) => post({ kind: 'other-chain', isOther }),
      warn,
    },
  );

  async function stop(): Promise<void> {
    await workers.stop();
    await close();
    await closeTracing();
    post({ kind: 'stopped' });
  }
  // Only now: a failure before this line ends the thread, which is reported, and started again.
  process.on('unhandledRejection', (reason: unknown) => post({ kind: 'unhandled', error: toPlain(reason) }));
  port.on('message', (message: ToChainThread) => {
    if (message.kind === 'poke') workers.poke(message.signers);
    else void stop();
  });
  releaseMemory();
}

/** The parts of an error that the log shows; its other fields cannot always be sent. */
function toPlain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack };
}

await main();
