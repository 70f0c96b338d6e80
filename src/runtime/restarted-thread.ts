import { Worker } from 'node:worker_threads';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const STOP_WITHIN_MS = 3_000;

interface ThreadOptions<Message> {
  readonly name: string;
  /** The file that it runs. */
  readonly entry: URL;
  /** What it is started with; must be such that it can be copied. */
  readonly data: unknown;
  /** Whether the file must be translated by tsx while it is TypeScript, since Node cannot only remove its types. */
  readonly translated?: boolean;
  /** The most that its heap may take; it ends when that is not enough. */
  readonly heapMiB?: number;
  readonly receive: (message: Message) => void;
  /** It ended by itself; it is started again after the pause, in milliseconds. */
  readonly ended: (error: unknown, pauseMs: number) => void;
  /** Nobody caught this error in the thread. */
  readonly uncaught: (kind: 'uncaughtException', error: unknown) => void;
}

/** A thread of this process that is started again whenever it ends by itself, after a pause that grows. */
export interface RestartedThread<Message> {
  /** False, and nothing done, while there is no thread to send to. */
  send(message: Message): boolean;
  /** Ends the thread at once, because of `error`; it is started again. */
  fail(error: Error): void;
  /** Sends the message that asks it to stop, and ends it when it does not stop in time. Resolves with what went wrong. */
  stop(message: Message): Promise<unknown>;
  /** Ends the thread that said it has stopped, with whatever it still holds open. */
  end(): void;
}

export function startRestartedThread<To, From>(options: ThreadOptions<From>): RestartedThread<To> {
  const { name, entry, data, translated = false, heapMiB } = options;
  let pauseMs = FIRST_PAUSE_MS;
  let starting: NodeJS.Timeout | undefined;
  let onEnd: ((failure: unknown) => void) | undefined;
  let thread: Worker | undefined;
  let failure: unknown;

  function start(): void {
    const started = performance.now();
    failure = undefined;
    const worker = new Worker(entry, {
      workerData: data,
      name,
      ...(heapMiB !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMiB } }),
      ...(translated && entry.pathname.endsWith('.ts') && { execArgv: ['--import', 'tsx'] }),
    });
    thread = worker;
    worker.on('message', options.receive);
    worker.on('error', (error) => {
      failure = error;
      options.uncaught('uncaughtException', error);
    });
    worker.on('exit', (code) => {
      thread = undefined;
      if (onEnd) return onEnd(failure);
      if (performance.now() - started > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      options.ended(failure ?? new Error(`It ended with ${code}.`), pauseMs);
      starting = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }

  function send(message: To): boolean {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, as a window has.
    thread?.postMessage(message);
    return thread !== undefined;
  }

  start();
  return {
    send,
    fail(error) {
      failure ??= error;
      void thread?.terminate();
    },
    async stop(message) {
      clearTimeout(starting);
      if (!thread) return undefined;
      const ended = new Promise((resolve) => (onEnd = resolve));
      send(message);
      const late = setTimeout(() => void thread?.terminate(), STOP_WITHIN_MS);
      const error = await ended;
      clearTimeout(late);
      return error;
    },
    end: () => void thread?.terminate(),
  };
}
