import { Worker } from 'node:worker_threads';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const STOP_WITHIN_MS = 3_000;

interface ThreadOptions<Message> {
  readonly name: string;
  /** The entry file. */
  readonly entry: URL;
  /** The worker data; must be cloneable. */
  readonly data: unknown;
  /** Whether tsx must translate the file while it is TypeScript, because it needs more than removing types. */
  readonly translated?: boolean;
  /** The limit of its heap; the thread ends when it needs more. */
  readonly heapMiB?: number;
  readonly receive: (message: Message) => void;
  /** Reports that the thread ended by itself; it is restarted after the pause, in milliseconds. */
  readonly ended: (error: unknown, pauseMs: number) => void;
  /** Reports an uncaught error of the thread. One before its first message is a failed start, such as too many open files. */
  readonly uncaught: (kind: 'uncaughtException', error: unknown) => void;
}

/** A thread of this process that is restarted when it ends by itself, after growing pauses. */
export interface RestartedThread<Message> {
  /** Sends a message. False while no thread is running. */
  send(message: Message): boolean;
  /** Whether it is starting or started: false from its end until it is started again. */
  isRunning(): boolean;
  /** Ends the thread at once because of `error`; it is restarted. */
  fail(error: Error): void;
  /** Sends the message to stop, and ends the thread when it does not stop in time. Resolves with its error, if any. */
  stop(message: Message): Promise<unknown>;
  /** Ends a thread that has reported that it stopped, with everything it still has open. */
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
    let hasBegun = false;
    failure = undefined;
    const worker = new Worker(entry, {
      workerData: data,
      name,
      ...(heapMiB !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMiB } }),
      ...(translated && entry.pathname.endsWith('.ts') && { execArgv: ['--import', 'tsx'] }),
    });
    thread = worker;
    worker.on('message', (message: From) => {
      hasBegun = true;
      options.receive(message);
    });
    worker.on('error', (error) => {
      failure = error;
      if (hasBegun) options.uncaught('uncaughtException', error);
    });
    worker.on('exit', (code) => {
      thread = undefined;
      if (onEnd) return onEnd(failure);
      if (performance.now() - started > MAX_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      options.ended(failure ?? new Error(`It ended with ${code}.`), pauseMs);
      starting = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
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
    isRunning: () => thread !== undefined,
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
