import { Counter, type Registry } from 'prom-client';

/** What this process counts. */
export interface Counters {
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
  /** Counts what a run of the keeper on this instance did. */
  countKeeper(run: KeeperCounts): void;
}

/** What a run of the keeper did. */
interface KeeperCounts {
  readonly draws: number;
  readonly voids: number;
}

export function createCounters(registry: Registry): Counters {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const uncaught = counter(
    'uncaught_errors_total',
    'Uncaught errors, which are defects of this program: alert on every increase.',
    'kind',
    'thread',
  );
  const costlyReads = counter(
    'costly_reads_total',
    'Costly public reads in the thread of their own by outcome: answered, refused (too many, or a mistake) or failed.',
    'outcome',
  );
  const fallbacks = counter(
    'graphql_plan_fallback_total',
    'GraphQL operations that their compiled plan did not answer: refused variables or arguments, and failed reads.',
    'plan',
    'reason',
  );
  const outbox = counter(
    'outbox_events_total',
    'Events of transactions: reserved, broadcast, mined, confirmed, fee-bumped, reorged and so on.',
    'event',
  );
  const cuts = counter(
    'connections_cut_total',
    'Connections that were cut because their clients do not read: slow, or too much waits for one, a network or all.',
    'reason',
  );
  const jobs = counter(
    'jobs_total',
    'Background jobs by outcome: done, deferred (not due yet), retried or finally failed.',
    'job',
    'event',
  );
  const kept = counter(
    'keeper_operations_total',
    'Rounds that the keeper settled: draw, or void after 30 days without a signature.',
    'kind',
  );
  return {
    ...countPublicReads(registry),
    countUncaught: (kind, thread) => uncaught.inc({ kind, thread }),
    countCostlyRead: (outcome) => costlyReads.inc({ outcome }),
    countPlanFallback: (plan, reason) => fallbacks.inc({ plan, reason }),
    countCut: (reason) => cuts.inc({ reason }),
    countOutbox: (event) => outbox.inc({ event }),
    countJob: (job, event) => jobs.inc({ job, event }),
    countKeeper({ draws, voids }) {
      kept.inc({ kind: 'draw' }, draws);
      kept.inc({ kind: 'void' }, voids);
    },
  };
}

/** Plain numbers on the hottest path; a scrape turns them into a metric. */
function countPublicReads(registry: Registry): Pick<Counters, 'countCached' | 'publicReads'> {
  const cached = new Map<string, number>();
  let publicReads = 0;
  const events: Counter = new Counter({
    name: 'answer_cache_events_total',
    help: 'Public answers by origin: hit, stale, shared (Redis) or miss.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      for (const [event, count] of cached) events.inc({ event }, count);
      cached.clear();
    },
  });
  return {
    countCached(event) {
      publicReads += 1;
      cached.set(event, (cached.get(event) ?? 0) + 1);
    },
    publicReads: () => publicReads,
  };
}
