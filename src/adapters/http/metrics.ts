import type { IncomingMessage, ServerResponse } from 'node:http';
import { createChainLag } from './chain-lag.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process counts, in the Prometheus text format at /metrics. */
export interface Metrics {
  /** Observes a request until its answer is written. */
  observe(request: IncomingMessage, response: ServerResponse): void;
  countCached(event: string): void;
  /** How many public answers countCached was told of. */
  publicReads(): number;
  /** An error that nobody caught, by the thread that it came up in. */
  countUncaught(kind: string, thread: 'main' | 'chain'): void;
  /** An operation that its compiled plan did not answer: which plan, and why. */
  countPlanFallback(plan: string, reason: string): void;
  countOutbox(event: string): void;
  countJob(job: string, event: string): void;
  /** Asked for the jobs that wait, by kind, whenever somebody looks. */
  watchJobs(waiting: () => Promise<ReadonlyMap<string, number>>): void;
  /** The newest block that the node has, and the first that the read model lacks. */
  setChain(head: number, nextBlock: number): void;
  /** The chain could be read just now, and the read model has all of it. The first call is the start. */
  noteCaughtUp(): void;
  /** The signers of providers as they are now; those of before are forgotten. */
  setSigners(signers: readonly SignerBalance[]): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** What a signer has to pay with. */
interface SignerBalance {
  readonly address: string;
  /** Wei. */
  readonly balance: bigint;
  /** Whether it wants money. */
  readonly isLow: boolean;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status; answers from memory are counted apart.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // A plain count on the hottest path; it becomes a metric only when somebody looks.
  const cached = new Map<string, number>();
  let publicReads = 0;
  const events = new Counter({
    name: 'answer_cache_events_total',
    help: 'Public answers by where they came from: hit, stale, shared (Redis) or miss.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      for (const [event, count] of cached) this.inc({ event }, count);
      cached.clear();
    },
  });
  void events;
  const uncaught = new Counter({
    name: 'uncaught_errors_total',
    help: 'Errors that nobody caught, which are failures of this program: an alert should wait here.',
    labelNames: ['kind', 'thread'],
    registers: [registry],
  });
  const fallbacks = new Counter({
    name: 'graphql_plan_fallback_total',
    help: 'GraphQL operations that their compiled plan did not answer: variables or arguments that were refused, and reads that failed.',
    labelNames: ['plan', 'reason'],
    registers: [registry],
  });
  const outbox = new Counter({
    name: 'outbox_events_total',
    help: 'What happened to transactions: reserved, broadcast, mined, confirmed, fee-bumped, reorged and so on.',
    labelNames: ['event'],
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Jobs in the background by what came of them: done, deferred (not due yet), retried or failed for good.',
    labelNames: ['job', 'event'],
    registers: [registry],
  });
  const head = new Gauge({
    name: 'chain_head_block',
    help: 'The newest block of the chain.',
    registers: [registry],
  });
  const chainLag = createChainLag(() => performance.now());
  const lag: Gauge = new Gauge({
    name: 'read_model_lag_blocks',
    help: 'Blocks that the read model is behind the chain; while the chain cannot be read, as many more as it makes in that time.',
    registers: [registry],
    collect: () => lag.set(chainLag.blocks()),
  });
  const age: Gauge = new Gauge({
    name: 'read_model_lag_seconds',
    help: 'Seconds since the read model was last seen to have all of the chain: it grows while either cannot be read.',
    registers: [registry],
    collect: () => age.set(chainLag.seconds()),
  });
  const balances = new Gauge({
    name: 'signer_balance_native',
    help: 'What a signer of a provider holds, in units of the native currency (10^18 wei).',
    labelNames: ['signer'],
    registers: [registry],
  });
  const lowBalances = new Gauge({
    name: 'signers_low_balance',
    help: 'Signers of providers whose balance pays for fewer than 1000 typical operations.',
    registers: [registry],
  });
  return {
    observe(request, response) {
      const route = routeOf(request.url ?? '');
      const end = duration.startTimer();
      response.once('close', () => end({ method: request.method ?? '', route, status: response.statusCode }));
    },
    countCached(event) {
      publicReads += 1;
      cached.set(event, (cached.get(event) ?? 0) + 1);
    },
    publicReads: () => publicReads,
    countUncaught: (kind, thread) => uncaught.inc({ kind, thread }),
    countPlanFallback: (plan, reason) => fallbacks.inc({ plan, reason }),
    countOutbox: (event) => outbox.inc({ event }),
    countJob: (job, event) => jobs.inc({ job, event }),
    watchJobs(waiting) {
      const gauge: Gauge<'job'> = new Gauge({
        name: 'jobs_waiting',
        help: 'Jobs in the background that wait, of all instances; as failed those that were given up.',
        labelNames: ['job'],
        registers: [registry],
        async collect() {
          // Without an answer the last counts stand.
          const counts = await waiting().catch(() => new Map<string, number>());
          for (const [job, count] of counts) gauge.set({ job }, count);
        },
      });
    },
    setChain(number, nextBlock) {
      head.set(number);
      chainLag.advance(number, nextBlock);
    },
    noteCaughtUp: chainLag.noteCaughtUp,
    setSigners(signers) {
      balances.reset();
      for (const { address, balance } of signers) balances.set({ signer: address }, Number(balance) / 1e18);
      lowBalances.set(signers.filter(({ isLow }) => isLow).length);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const ROUTES =
  /^\/(?:graphql|feed\.json|feed\.atom|api\/v1\/giveaways|api\/integrations\/publish-giveaway|api\/provider\/integrations|oauth|beacon|docs|openapi\.json|healthz|readyz|metrics)/;

/** The route as a label: few values, whatever clients ask for. */
function routeOf(url: string): string {
  return ROUTES.exec(url)?.[0] ?? 'other';
}
