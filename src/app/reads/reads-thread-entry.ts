import type { IncomingMessage } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { digests } from '../../adapters/chain/hub/digests.ts';
import type { GraphqlPorts } from '../../adapters/graphql/gateway/context.ts';
import { rulesFor, validateText, type Verdict } from '../../adapters/graphql/documents/validate-document.ts';
import { createSchema } from '../../adapters/graphql/gateway/schema.ts';
import { createGraphqlServer } from '../../adapters/graphql/gateway/server.ts';
import { createGraphqlTransport } from '../../adapters/graphql/gateway/transport.ts';
import type { CostlyRead } from '../../adapters/graphql/execute/offload.ts';
import type { FailureReports } from '../../adapters/graphql/execute/plan-failures.ts';
import type { Gate } from '../../runtime/concurrency/gate.ts';
import { createRun } from '../../core/use-case.ts';
import { requestIdOf } from '../../adapters/http/request-id.ts';
import { lowerHelperPriority, lowerThreadPriority } from '../../runtime/threads/thread-priority.ts';
import { createFeedStore } from '../../adapters/postgres/feed/feed-store.ts';
import { COSTLY_READS } from '../../adapters/postgres/server/pools.ts';
import { limitStatements, openPublicReads } from '../../adapters/postgres/public-reads.ts';
import { createChainReads } from '../../adapters/postgres/read-model/read/chain-reads.ts';
import { createGiveawaySchedules } from '../../adapters/postgres/read-model/read/giveaway-schedules.ts';
import { createRoundChartReads } from '../../adapters/postgres/read-model/read/round-charts.ts';
import { createStatisticsReads } from '../../adapters/postgres/statistics/statistics-reads.ts';
import { createTrackRecordReads } from '../../adapters/postgres/read-model/read/track-records.ts';
import { createConnectionWatchdog } from '../../adapters/postgres/server/connection-watchdog.ts';
import { createFeedDocuments } from '../../adapters/rest/feed/feed-documents.ts';
import { tracing } from '../../runtime/tracing/tracing.ts';
import { openTracing } from '../serving/open-tracing.ts';
import {
  packError,
  type FromReadsThread,
  type ReadResponse,
  type ReadMessage,
  type ReadsThreadTask,
  type ToReadsThread,
} from './reads-messages.ts';

// Writes take precedence when the processors are busy.
const NICE = 19;
// V8's helper threads collect the garbage of all threads, and most of it is this thread's.
const HELPERS_NICE = 10;

/** The entry of the thread that reads-thread.ts starts. Answers each read as the main thread would. */
async function main(): Promise<void> {
  if (!parentPort) throw new Error('This file runs in a thread of the gateway.');
  const port = parentPort;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, as a window has.
  const post = (message: FromReadsThread) => port.postMessage(message);
  const warn = (message: string) => post({ kind: 'warning', message });

  // reads-thread.ts always passes a task.
  const {
    databaseUrl,
    readUrl,
    publicUrl,
    introspection,
    statements,
    tracing: traces,
  } = workerData as ReadsThreadTask;
  const closeTracing = await openTracing(traces);
  const limits = { ...COSTLY_READS, connections: statements };
  const publicReads = limitStatements(
    openPublicReads({
      name: 'costly',
      url: databaseUrl,
      readUrl,
      reads: limits,
      searches: limits,
      watchdog: createConnectionWatchdog(warn),
      warn,
    }),
    limits,
  );
  const chainReads = createChainReads(publicReads.readSql);
  // Offloadable fields need no other port.
  const ports = {
    chainReads,
    publicChainReads: chainReads,
    clock: { now: () => new Date() },
    digests,
    feed: createFeedStore(publicReads),
    giveawaySchedules: createGiveawaySchedules(chainReads),
    roundChartReads: createRoundChartReads(publicReads.readSql),
    statisticsReads: createStatisticsReads(publicReads.readSql),
    trackRecordReads: createTrackRecordReads(publicReads.readSql),
  } as unknown as GraphqlPorts;
  const schema = createSchema();
  const rules = rulesFor(introspection);
  const failures: FailureReports = {
    reportFailure: (error, requestId) => post({ kind: 'failure', error: packError(error), requestId }),
    notePlanFailure: (plan, reason, error) =>
      post({ kind: 'plan-failure', plan, reason, error: packError(error) }),
    noteErrors: (codes) => post({ kind: 'errors', codes }),
  };
  const server = await createGraphqlServer({
    schema,
    introspection,
    failures,
    logger: { debug: ignore, info: ignore, warn, error: warn },
  });
  const transport = createGraphqlTransport({
    server,
    ports,
    run: createRun(ports),
    requestIdOf,
    networkOf: () => '',
    mayChange: () => false,
    hasSession: () => false,
    reportFailure: failures.reportFailure,
  });
  const documents = createFeedDocuments(ports, publicUrl);

  async function read(requested: ReadMessage): Promise<ReadResponse> {
    if (requested.kind === 'document') {
      const { contentType, body } = await documents.read(requested.target);
      return {
        status: 200,
        headers: [['content-type', contentType]],
        body,
        cacheable: 'feed',
      };
    }
    const { query, variables, operationName } = requested;
    const body = { query, variables, ...(operationName !== undefined && { operationName }) };
    const response = await transport.respondToPublic(toRequest(requested), body, {
      reads: OPEN,
      changes: OPEN,
    });
    const { status, headers, cacheable } = response;
    return { status, headers: [...headers], body: response.body, cacheable };
  }

  /** The verdict on a document; undefined when validation fails, which must not end the thread. */
  function validate(text: string): Verdict | undefined {
    try {
      return validateText(schema, text, rules);
    } catch {
      // The main thread validates it itself, and reports the failure with its request.
      return undefined;
    }
  }

  async function stop(): Promise<void> {
    await server.stop();
    await publicReads.close();
    await closeTracing();
    post({ kind: 'stopped' });
  }
  // Only now: a failure before this line ends the thread, which is reported, and restarted.
  process.on('unhandledRejection', (reason: unknown) =>
    post({ kind: 'unhandled', error: packError(reason) }),
  );
  lowerThreadPriority(NICE);
  lowerHelperPriority(HELPERS_NICE);
  port.on('message', (message: ToReadsThread) => {
    if (message.kind === 'stop') return void stop();
    const { id } = message;
    if (message.kind === 'validate') return post({ kind: 'validated', id, verdict: validate(message.text) });
    const parent = message.traceparent;
    tracing
      .span(
        () => ({ name: `costly ${message.read.kind}`, parent, isOurs: true }),
        () => read(message.read),
      )
      .then(
        (response) => post({ kind: 'answered', id, response }),
        (error: unknown) => post({ kind: 'refused', id, error: packError(error) }),
      );
  });
  post({ kind: 'ready' });
}

// The main thread limits what this one reads.
const OPEN: Gate = { run: (work) => work() };

/** The read as a POST request. */
function toRequest({ accept, requestId }: CostlyRead): IncomingMessage {
  const headers = { 'content-type': 'application/json', accept, 'x-request-id': requestId };
  // The transport uses no other fields of a request.
  return { method: 'POST', url: '/graphql', headers } as unknown as IncomingMessage;
}

function ignore(): void {
  // Messages for developers of the framework.
}

await main();
