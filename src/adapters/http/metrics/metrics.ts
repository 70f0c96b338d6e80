import type { IncomingMessage, ServerResponse } from 'node:http';
import { createChainLag, type ChainLag } from './chain-lag.ts';
import { watchGauges, type WatchedGauges } from './watched-gauges.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, in the Prometheus text format at /metrics. */
export interface Metrics extends WatchedGauges {
  /** Observes a request until its answer is written. */
  observe(request: IncomingMessage, response: ServerResponse): void;
  countCached(event: string): void;
  /** The number of public answers that countCached has counted. */
  publicReads(): number;
  /** Counts an uncaught error, by thread. */
  countUncaught(kind: string, thread: 'main' | 'chain' | 'reads'): void;
  /** Counts a costly public read by its outcome. */
  countCostlyRead(outcome: string): void;
  /** Counts a GraphQL operation that its compiled plan did not answer, by plan and reason. */
  countPlanFallback(plan: string, reason: string): void;
  /** Counts a connection that was cut because its client does not read, by reason. */
  countCut(reason: string): void;
  countOutbox(event: string): void;
  countJob(job: string, event: string): void;
  /** Reports that the chain is read from now on. */
  startChain(): void;
  /** Reports how far the read model is behind. */
  noteProgress(progress: ChainProgress): void;
  /** How far this process's clock is ahead of the chain's, in seconds; undefined where that cannot be told. */
  chainClockAhead(): number | undefined;
  /** Sets whether the node serves another chain than the one of the stored data. */
  setOtherChain(isOther: boolean): void;
  isOtherChain(): boolean;
  /** How far the read model is behind, as this instance knows. */
  readonly readModelLag: Pick<ChainLag, 'seconds' | 'nextBlock'>;
  /** Counts what a run of the keeper on this instance did. */
  countKeeper(run: KeeperCounts): void;
  /** Replaces the gauges of the providers' signers. */
  setSigners(signers: readonly SignerBalance[]): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** The newest block that the node has, the first that the read model lacks, and how old these facts are. */
interface ChainProgress {
  readonly head: number;
  readonly nextBlock: number;
  /** Milliseconds since the read model had all that the node had; undefined while it is behind. */
  readonly abreastMsAgo: number | undefined;
  readonly clockAhead: number | undefined;
}

/** What a run of the keeper did. */
interface KeeperCounts {
  readonly draws: number;
  readonly voids: number;
}

/** The balance of a signer. */
interface SignerBalance {
  readonly address: string;
  /** Wei. */
  readonly balance: bigint;
  /** Whether the balance is low. */
  readonly isLow: boolean;
}

/** `routeOf` names the route of a target, one of few values whatever paths clients request. */
export function createMetrics(routeOf: (target: string) => string = () => 'other'): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status; answers from memory are counted separately.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  // A plain number on the hottest path; a scrape turns it into a metric.
  const cached = new Map<string, number>();
  let publicReads = 0;
  const events = new Counter({
    name: 'answer_cache_events_total',
    help: 'Public answers by origin: hit, stale, shared (Redis) or miss.',
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
    help: 'Uncaught errors, which are defects of this program: alert on every increase.',
    labelNames: ['kind', 'thread'],
    registers: [registry],
  });
  const costlyReads = new Counter({
    name: 'costly_reads_total',
    help: 'Costly public reads in the thread of their own by outcome: answered, refused (too many, or a mistake) or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const fallbacks = new Counter({
    name: 'graphql_plan_fallback_total',
    help: 'GraphQL operations that their compiled plan did not answer: refused variables or arguments, and failed reads.',
    labelNames: ['plan', 'reason'],
    registers: [registry],
  });
  const outbox = new Counter({
    name: 'outbox_events_total',
    help: 'Events of transactions: reserved, broadcast, mined, confirmed, fee-bumped, reorged and so on.',
    labelNames: ['event'],
    registers: [registry],
  });
  const cuts = new Counter({
    name: 'connections_cut_total',
    help: 'Connections that were cut because their clients do not read: slow, or too much waits for one, a network or all.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Background jobs by outcome: done, deferred (not due yet), retried or finally failed.',
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
    help: 'Blocks that the read model is behind the chain; while the chain cannot be read, extrapolated from its block rate.',
    registers: [registry],
    collect: () => lag.set(chainLag.blocks()),
  });
  const age: Gauge = new Gauge({
    name: 'read_model_lag_seconds',
    help: 'Seconds since the read model last caught up with the chain; it grows while either cannot be read.',
    registers: [registry],
    collect: () => age.set(chainLag.seconds()),
  });
  let chainClockAhead: number | undefined;
  let isOtherChain = false;
  const otherChain: Gauge = new Gauge({
    name: 'node_of_another_chain',
    help: '1 while the node serves another chain than the one of the stored data: nothing is read or sent then.',
    registers: [registry],
    collect: () => otherChain.set(Number(isOtherChain)),
  });
  const balances = new Gauge({
    name: 'signer_balance_native',
    help: 'Balance of a signer, in units of the native currency (10^18 wei).',
    labelNames: ['signer'],
    registers: [registry],
  });
  const lowBalances = new Gauge({
    name: 'signers_low_balance',
    help: 'Signers whose balance pays for fewer than 1000 typical operations.',
    registers: [registry],
  });
  const kept = new Counter({
    name: 'keeper_operations_total',
    help: 'Rounds that the keeper settled: draw, or void after 30 days without a signature.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    ...watchGauges(registry),
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
    countCostlyRead: (outcome) => costlyReads.inc({ outcome }),
    countPlanFallback: (plan, reason) => fallbacks.inc({ plan, reason }),
    countCut: (reason) => cuts.inc({ reason }),
    countOutbox: (event) => outbox.inc({ event }),
    countJob: (job, event) => jobs.inc({ job, event }),
    startChain: () => chainLag.noteCaughtUp(),
    noteProgress({ head: number, nextBlock, abreastMsAgo, clockAhead }) {
      head.set(number);
      chainLag.advance(number, nextBlock);
      if (abreastMsAgo !== undefined) chainLag.noteCaughtUp(abreastMsAgo);
      chainClockAhead = clockAhead;
    },
    chainClockAhead: () => chainClockAhead,
    setOtherChain: (isOther) => void (isOtherChain = isOther),
    isOtherChain: () => isOtherChain,
    readModelLag: chainLag,
    countKeeper({ draws, voids }) {
      kept.inc({ kind: 'draw' }, draws);
      kept.inc({ kind: 'void' }, voids);
    },
    setSigners(signers) {
      balances.reset();
      for (const { address, balance } of signers) balances.set({ signer: address }, Number(balance) / 1e18);
      lowBalances.set(signers.filter(({ isLow }) => isLow).length);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
