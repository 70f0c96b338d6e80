import type { Instruments } from './instruments.ts';

/** What this process counts. */
export interface Counters {
  countCached(event: string): void;
  /** The number of public responses that countCached has counted. */
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
  /** Counts the errors of a response by their codes. */
  countGraphqlErrors(codes: readonly string[]): void;
  /** Counts a request that was refused for now. */
  countShed(reason: 'busy' | 'latency' | 'rate-limit'): void;
  /** Counts a request to a callback to confirm a subscription. */
  countConfirmation(outcome: 'confirmed' | 'not_confirmed'): void;
  /** Counts an attempt to fetch the image of a listing. */
  countImageFetch(outcome: 'fetched' | 'failed' | 'given_up'): void;
  /** Counts a call of a webhook's receiver. */
  countWebhookCall(outcome: 'delivered' | 'refused' | 'failed'): void;
  /** Counts signatures with keys in custody. */
  countSignatures(kind: 'transaction' | 'permit', outcome: 'signed' | 'refused', count: number): void;
  /** Counts what a run of the keeper on this instance did. */
  countKeeper(run: KeeperCounts): void;
}

/** What a run of the keeper did. */
interface KeeperCounts {
  readonly draws: number;
  readonly voids: number;
}

// Prometheus sees no increase of a series that begins with it.
const UNEXPECTED_EVENTS = ['outside-use', 'chain-went-back', 'adopted'];

export function createCounters(instruments: Instruments): Counters {
  const { counter } = instruments;
  for (const thread of ['main', 'chain', 'reads'])
    for (const kind of ['uncaughtException', 'unhandledRejection'])
      counter('uncaught_errors_total').inc({ kind, thread }, 0);
  for (const event of UNEXPECTED_EVENTS) counter('outbox_events_total').inc({ event }, 0);
  return {
    ...countPublicReads(instruments),
    countUncaught: (kind, thread) => counter('uncaught_errors_total').inc({ kind, thread }),
    countCostlyRead: (outcome) => counter('costly_reads_total').inc({ outcome }),
    countPlanFallback: (plan, reason) => counter('graphql_plan_fallback_total').inc({ plan, reason }),
    countCut: (reason) => counter('connections_cut_total').inc({ reason }),
    countOutbox: (event) => counter('outbox_events_total').inc({ event }),
    countJob: (job, event) => counter('jobs_total').inc({ job_name: job, event }),
    countGraphqlErrors(codes) {
      for (const code of codes) counter('graphql_errors_total').inc({ code });
    },
    countShed: (reason) => counter('requests_shed_total').inc({ reason }),
    countConfirmation: (outcome) => counter('subscription_confirmations_total').inc({ outcome }),
    countImageFetch: (outcome) => counter('image_fetches_total').inc({ outcome }),
    countWebhookCall: (outcome) => counter('webhook_calls_total').inc({ outcome }),
    countSignatures: (kind, outcome, count) =>
      counter('custody_signatures_total').inc({ kind, outcome }, count),
    countKeeper({ draws, voids }) {
      const kept = counter('keeper_operations_total');
      kept.inc({ kind: 'draw' }, draws);
      kept.inc({ kind: 'void' }, voids);
    },
  };
}

/** Plain numbers on the hottest path; a scrape turns them into a metric. */
function countPublicReads({
  counter,
  beforeText,
}: Instruments): Pick<Counters, 'countCached' | 'publicReads'> {
  const cached = new Map<string, number>();
  let publicReads = 0;
  beforeText(() => {
    for (const [event, count] of cached) counter('answer_cache_events_total').inc({ event }, count);
    cached.clear();
  });
  return {
    countCached(event) {
      publicReads += 1;
      cached.set(event, (cached.get(event) ?? 0) + 1);
    },
    publicReads: () => publicReads,
  };
}
