import type { Instruments } from './instruments.ts';

/** Gauges whose values are read with each scrape. When that fails they keep their last values. */
export interface WatchedGauges {
  /** Called for the states of the service's parts with each scrape. */
  watchParts(states: () => Promise<readonly PartState[]>): void;
  /** Called for the operations without a block, by the reason why they wait, with each scrape. */
  watchOperations(waiting: () => Promise<readonly WaitingOperations[]>): void;
  /** Called for the number of waiting jobs by kind with each scrape. */
  watchJobs(waiting: () => Promise<ReadonlyMap<string, number>>): void;
  /** Called for the perpetual jobs with each scrape. */
  watchRuns(runs: () => Promise<readonly JobRun[]>): void;
  /** Called for the keeper's due rounds and costs of the day (wei) with each scrape; its budget of a day in wei. */
  watchKeeper(state: () => Promise<{ readonly due: number; readonly spent: bigint }>, budget: bigint): void;
  /** Called for the due messages to webhooks, and the seconds since the oldest was due, with each scrape. */
  watchWebhooks(due: () => Promise<{ readonly messages: number; readonly oldest: number }>): void;
  /** Called for what this process has open with each scrape. */
  watchConnections(open: () => OpenConnections): void;
  /** Shows what runs here. */
  showBuild(build: Readonly<Record<'version' | 'node' | 'database' | 'chain', string>>): void;
}

/** The state of a part of the service. */
interface PartState {
  /** Its name, with its number where there are several. */
  readonly part: string;
  readonly isOk: boolean;
  /** Null where it is unknown. */
  readonly lagSeconds: number | null;
  /** Why it is not OK, where that is known. */
  readonly reason: string | undefined;
}

/** Operations that wait for the same reason. */
interface WaitingOperations {
  readonly reason: string;
  readonly lanes: number;
  readonly operations: number;
  /** Seconds. */
  readonly oldest: number;
  /** Nonces without a block of the lane that has most. */
  readonly nonceGap: number;
  /** Seconds since the first of the lanes got its hold; null where that is not known. */
  readonly heldFor: number | null;
}

/** A perpetual job. */
interface JobRun {
  readonly name: string;
  /** Seconds since its last run without a failure. */
  readonly sinceSuccess: number;
}

interface OpenConnections {
  readonly pools: readonly PoolState[];
  readonly redis: readonly { readonly use: string; readonly isUp: boolean }[];
  readonly subscriptions: number;
  readonly sockets: number;
}

/** The connections of a pool to PostgreSQL. */
interface PoolState {
  readonly name: string;
  readonly open: number;
  readonly idle: number;
  /** The number of statements and transactions that wait for a connection. */
  readonly waiting: number;
}

const WEI = 1e18;
/** The parts whose lag has a gauge of its own. */
const LAGS = {
  NODE: 'chain_head_age_seconds',
  REPLICA: 'replica_lag_seconds',
  BEACON: 'beacon_lag_seconds',
  BACKUP: 'verified_backup_age_seconds',
} as const;

export function watchGauges(instruments: Instruments): WatchedGauges {
  const { gauge, beforeText } = instruments;
  return {
    watchParts: (states) => beforeText(async () => showParts(instruments, await states())),
    watchOperations(waiting) {
      const show = showOperations(instruments, () => performance.now());
      beforeText(async () => show(await waiting()));
    },
    watchJobs: (waiting) =>
      beforeText(async () => {
        for (const [job, count] of await waiting()) gauge('jobs_waiting').set({ job_name: job }, count);
      }),
    watchRuns: (runs) =>
      beforeText(async () => {
        for (const { name, sinceSuccess } of await runs())
          gauge('job_last_success_seconds').set({ job_name: name }, sinceSuccess);
      }),
    watchKeeper(state, budget) {
      gauge('keeper_budget_native').set(Number(budget) / WEI);
      beforeText(async () => {
        const { due, spent } = await state();
        gauge('keeper_due_rounds').set(due);
        gauge('keeper_spent_native').set(Number(spent) / WEI);
      });
    },
    watchWebhooks: (due) =>
      beforeText(async () => {
        const { messages, oldest } = await due();
        gauge('webhook_messages_due').set(messages);
        gauge('webhook_messages_due_seconds').set(oldest);
      }),
    watchConnections: (open) => beforeText(() => showConnections(instruments, open())),
    showBuild: (build) => gauge('build_info').set(build, 1),
  };
}

function showParts({ gauge }: Instruments, states: readonly PartState[]): void {
  gauge('service_part_fault').reset();
  for (const { part, isOk, lagSeconds, reason } of states) {
    gauge('service_part_ok').set({ part }, Number(isOk));
    if (!isOk) gauge('service_part_fault').set({ part, reason: reason ?? '' }, 1);
    if (lagSeconds === null) gauge('service_part_lag_seconds').remove({ part });
    else gauge('service_part_lag_seconds').set({ part }, lagSeconds);
  }
  for (const [part, name] of Object.entries(LAGS)) {
    const seconds = states.find((state) => state.part === part)?.lagSeconds ?? undefined;
    if (seconds === undefined) gauge(name).remove();
    else gauge(name).set(seconds);
  }
}

/** `now` in milliseconds. */
function showOperations({ gauge }: Instruments, now: () => number) {
  let since = new Map<string, number>();
  const byReason = [
    'lanes_waiting',
    'operations_waiting',
    'operations_waiting_seconds',
    'lanes_waiting_since_seconds',
  ] as const;
  return (found: readonly WaitingOperations[]) => {
    const at = now();
    since = new Map(found.map(({ reason }) => [reason, since.get(reason) ?? at]));
    for (const name of byReason) gauge(name).reset();
    for (const { reason, lanes, operations, oldest, heldFor } of found) {
      gauge('lanes_waiting').set({ reason }, lanes);
      gauge('operations_waiting').set({ reason }, operations);
      gauge('operations_waiting_seconds').set({ reason }, oldest);
      const seen = (at - (since.get(reason) ?? at)) / 1_000;
      gauge('lanes_waiting_since_seconds').set({ reason }, heldFor ?? seen);
    }
    gauge('lane_nonce_gap').set(Math.max(0, ...found.map(({ nonceGap }) => nonceGap)));
  };
}

function showConnections(
  { gauge }: Instruments,
  { pools, redis, subscriptions, sockets }: OpenConnections,
): void {
  for (const { name: pool, open, idle, waiting } of pools) {
    gauge('database_connections').set({ pool, state: 'busy' }, open - idle);
    gauge('database_connections').set({ pool, state: 'idle' }, idle);
    gauge('database_statements_waiting').set({ pool }, waiting);
  }
  for (const { use, isUp } of redis) gauge('redis_up').set({ use }, Number(isUp));
  gauge('subscriptions').set(subscriptions);
  gauge('subscription_connections').set(sockets);
}
