import { availableParallelism } from 'node:os';
import type { Offload } from '../../adapters/graphql/execute/offload.ts';
import type { NotePlanFailure } from '../../adapters/graphql/execute/plan-failures.ts';
import type { ValidateElsewhere, Verdict } from '../../adapters/graphql/documents/validate-document.ts';
import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/concurrency/gate.ts';
import {
  unpackError,
  type FromReadsThread,
  type ReadResponse,
  type ReadMessage,
  type ReadsThreadTask,
  type ToReadsThread,
} from './reads-messages.ts';
import { startRestartedThread, type RestartedThread } from '../../runtime/threads/restarted-thread.ts';
import { tracing } from '../../runtime/tracing/tracing.ts';
import { TransientMap } from '../../runtime/concurrency/transient-map.ts';
import type { UncaughtKind } from '../uncaught.ts';

// The file's name before and after the build.
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? 'reads-thread-entry.ts' : 'reads-thread-entry.js',
  import.meta.url,
);
/** Concurrent expensive statements: on a small machine the database keeps one processor for writes. */
const STATEMENTS = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)));
const HEAP_MIB = 512;
/** In milliseconds. */
const LIMITS = {
  /** Longer than its statements may take in sequence: a longer read is stuck. Reads wait as long for a thread that is starting. */
  longestReadMs: 15_000,
  /** Behind other reads. */
  longestWaitMs: 2_000,
};
const GATE = {
  // One that is serialized beside a statement would occupy the processor that writes need.
  atOnce: STATEMENTS,
  mostWaiting: 128,
  refusal: () => unavailable('There are too many costly requests at the moment: try again shortly.'),
};
const RETRY_AFTER_SECONDS = 2;
/** After that the main thread validates a document itself. */
const VALIDATED_WITHIN_MS = 2_000;
const MOST_VALIDATED = 128;

export interface ReadsThreadReports {
  /** Counts a finished expensive read. */
  readonly counted: (outcome: 'answered' | 'refused' | 'failed') => void;
  /** Reports a failure of this service that the response does not show. */
  readonly failed: (error: unknown, requestId: string) => void;
  readonly planFailed: NotePlanFailure;
  /** Reports the codes of the errors of a response. */
  readonly errors: (codes: readonly string[]) => void;
  /** Reports that the thread ended by itself; it is restarted after the pause, in milliseconds. */
  readonly ended: (error: unknown, pauseMs: number) => void;
  /** Reports an uncaught error of the thread. */
  readonly uncaught: (kind: UncaughtKind, error: unknown) => void;
  readonly warn: (message: string, error?: unknown) => void;
}

/** Runs expensive public reads outside the main thread. */
export interface ReadsThread {
  readonly executeGraphql: Offload;
  /** Resolves to undefined when the thread is not running, or ends meanwhile. */
  readonly validate: ValidateElsewhere;
  /** The feed document of a path and query. Throws INVALID_PAYLOAD. */
  readDocument(target: string): Promise<{ readonly contentType: string; readonly body: string }>;
  /** From now on the first document starts the thread too: it validates the next ones. */
  startWithDocuments(): void;
  stop(): Promise<void>;
}

interface UnderWay {
  readonly resolve: (response: ReadResponse) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends a few reads at a time to the thread, and refuses those that wait too long. The thread starts with the first read. When
 * it ends by itself, its pending reads are refused, and it is restarted.
 */
export function createReadsThread(
  task: Omit<ReadsThreadTask, 'statements'>,
  reports: ReadsThreadReports,
  { longestReadMs, longestWaitMs } = LIMITS,
): ReadsThread {
  const gate = createGate({ ...GATE, longestWaitMs });
  const awaitingStart = new Set<() => void>();
  const underWay = new TransientMap<number, UnderWay>();
  const validating = new TransientMap<number, (verdict: Verdict | undefined) => void>();
  let thread: RestartedThread<ToReadsThread> | undefined;
  let readyAt = Number.POSITIVE_INFINITY;
  let lastId = 0;
  let startsWithDocuments = false;

  function start(): RestartedThread<ToReadsThread> {
    return startRestartedThread<ToReadsThread, FromReadsThread>({
      name: 'reads',
      entry: ENTRY,
      data: { ...task, statements: STATEMENTS } satisfies ReadsThreadTask,
      translated: true,
      heapMiB: HEAP_MIB,
      receive,
      uncaught: reports.uncaught,
      ended(error, pauseMs) {
        readyAt = Number.POSITIVE_INFINITY;
        endWaits();
        rejectAll(error);
        reports.ended(error, pauseMs);
      },
    });
  }

  function receive(message: FromReadsThread): void {
    switch (message.kind) {
      case 'ready':
        readyAt = performance.now();
        return endWaits();
      case 'answered':
        return underWay.get(message.id)?.resolve(message.response);
      case 'validated':
        return settleValidation(message.id, message.verdict);
      case 'refused':
        return underWay.get(message.id)?.reject(unpackError(message.error));
      case 'failure':
        return reports.failed(unpackError(message.error), message.requestId);
      case 'plan-failure':
        return reports.planFailed(message.plan, message.reason, unpackError(message.error));
      case 'errors':
        return reports.errors(message.codes);
      case 'warning':
        return reports.warn(message.message);
      case 'unhandled':
        return reports.uncaught('unhandledRejection', unpackError(message.error));
      case 'stopped':
        return thread?.end();
    }
  }

  function settleValidation(id: number, verdict: Verdict | undefined): void {
    validating.get(id)?.(verdict);
    validating.delete(id);
  }

  function rejectAll(cause: unknown): void {
    for (const id of validating.keys()) settleValidation(id, undefined);
    for (const { reject } of underWay.values())
      reject(unavailable('This request was not finished: try again shortly.', cause));
  }

  function endWaits(): void {
    for (const endWait of awaitingStart) endWait();
  }

  /** Waits for a thread that is starting. Returns at once when it runs, and when it ended and is not started yet. */
  async function awaitStart(): Promise<void> {
    thread ??= start();
    if (performance.now() >= readyAt || !thread.isRunning()) return;
    if (awaitingStart.size >= GATE.mostWaiting) throw GATE.refusal();
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        awaitingStart.delete(endWait);
        reject(notNow());
      }, longestReadMs);
      const endWait = () => {
        clearTimeout(late);
        awaitingStart.delete(endWait);
        resolve();
      };
      awaitingStart.add(endWait);
    });
  }

  function requestRead(read: ReadMessage): Promise<ReadResponse> {
    thread ??= start();
    const { send } = thread;
    const id = (lastId += 1);
    return new Promise<ReadResponse>((resolve, reject) => {
      const late = setTimeout(() => giveUp(id), longestReadMs);
      const settle = () => {
        clearTimeout(late);
        underWay.delete(id);
      };
      underWay.set(id, {
        resolve: (answered) => (settle(), resolve(answered)),
        reject: (error) => (settle(), reject(error)),
      });
      const { traceparent } = tracing.headers();
      if (!send({ kind: 'read', id, read, traceparent })) underWay.get(id)?.reject(notNow());
    });
  }

  /** A read without a response in time is stuck, and so is its thread, unless the thread has just started. */
  function giveUp(id: number): void {
    if (performance.now() - readyAt >= longestReadMs) thread?.fail(new Error('A costly read did not end.'));
    else underWay.get(id)?.reject(notNow());
  }

  async function read(requested: ReadMessage): Promise<ReadResponse> {
    try {
      await awaitStart();
      const answered = await gate.run(() => requestRead(requested));
      reports.counted('answered');
      return answered;
    } catch (error) {
      const isForeseen = error instanceof DomainError && error.code !== 'INTERNAL';
      reports.counted(isForeseen ? 'refused' : 'failed');
      throw error;
    }
  }

  return {
    async executeGraphql(requested) {
      const { status, headers, body, cacheable } = await read({ kind: 'graphql', ...requested });
      return { status, headers: new Map(headers), body, cacheable };
    },
    validate(text) {
      if (startsWithDocuments) thread ??= start();
      if (performance.now() < readyAt || validating.size >= MOST_VALIDATED) return undefined;
      const id = (lastId += 1);
      return new Promise((resolve) => {
        const late = setTimeout(() => settleValidation(id, undefined), VALIDATED_WITHIN_MS);
        validating.set(id, (verdict) => {
          clearTimeout(late);
          resolve(verdict);
        });
        if (!thread?.send({ kind: 'validate', id, text })) settleValidation(id, undefined);
      });
    },
    async readDocument(target) {
      const { headers, body } = await read({ kind: 'document', target });
      return { contentType: new Map(headers).get('content-type') ?? '', body };
    },
    startWithDocuments() {
      startsWithDocuments = true;
    },
    async stop() {
      const failure = await thread?.stop({ kind: 'stop' });
      if (failure !== undefined) reports.warn('the thread of costly reads stopped with an error', failure);
      endWaits();
      rejectAll(undefined);
    },
  };
}

function notNow(): DomainError {
  return unavailable('Costly requests are not answered just now: try again shortly.');
}

function unavailable(message: string, cause?: unknown): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
