import { Gauge, type Registry } from 'prom-client';

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
  /** Called for the keeper's due rounds and costs of the day (wei) with each scrape. */
  watchKeeper(state: () => Promise<{ readonly due: number; readonly spent: bigint }>): void;
}

/** The state of a part of the service. */
interface PartState {
  readonly part: string;
  readonly isOk: boolean;
  /** Null where it is unknown. */
  readonly lagSeconds: number | null;
}

/** Operations that wait for the same reason. */
interface WaitingOperations {
  readonly reason: string;
  readonly lanes: number;
  readonly operations: number;
  /** Seconds. */
  readonly oldest: number;
}

/** A perpetual job. */
interface JobRun {
  readonly name: string;
  /** Seconds since its last run without a failure. */
  readonly sinceSuccess: number;
}

export function watchGauges(registry: Registry): WatchedGauges {
  const gauge = (name: string, help: string, label?: string, collect?: () => Promise<void>): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      ...(collect && { collect: () => collect().catch(() => undefined) }),
    });
  return {
    watchParts(states) {
      const lag = gauge(
        'service_part_lag_seconds',
        'Seconds that a part is behind, or that its oldest work waits.',
        'part',
      );
      const isOk: Gauge = gauge(
        'service_part_ok',
        '1 while a part of the service works or is not used; else 0.',
        'part',
        async () => {
          for (const state of await states()) {
            isOk.set({ part: state.part }, Number(state.isOk));
            if (state.lagSeconds === null) lag.remove({ part: state.part });
            else lag.set({ part: state.part }, state.lagSeconds);
          }
        },
      );
    },
    watchOperations(waiting) {
      const lanes = gauge('lanes_waiting', 'Lanes with operations without a block.', 'reason');
      const oldest = gauge(
        'operations_waiting_seconds',
        'Seconds since the oldest operation without a block was accepted.',
        'reason',
      );
      const operations: Gauge = gauge(
        'operations_waiting',
        'Operations without a block, at most 1000 of each lane counted.',
        'reason',
        async () => {
          const found = await waiting();
          for (const each of [lanes, oldest, operations]) each.reset();
          for (const { reason, ...counts } of found) {
            lanes.set({ reason }, counts.lanes);
            oldest.set({ reason }, counts.oldest);
            operations.set({ reason }, counts.operations);
          }
        },
      );
    },
    watchJobs(waiting) {
      const jobsWaiting: Gauge = gauge(
        'jobs_waiting',
        'Waiting background jobs of all instances; failed counts the dead letters.',
        'job',
        async () => {
          for (const [job, count] of await waiting()) jobsWaiting.set({ job }, count);
        },
      );
    },
    watchRuns(runs) {
      const name = 'job_last_success_seconds';
      const help = 'Seconds since the last run of a perpetual job in which nothing failed.';
      const since: Gauge = gauge(name, help, 'job', async () => {
        for (const run of await runs()) since.set({ job: run.name }, run.sinceSuccess);
      });
    },
    watchKeeper(state) {
      const spent = gauge(
        'keeper_spent_native',
        'What the transactions of the keeper cost today (UTC), in units of the native currency; before they are mined, the most that they may cost.',
      );
      const due: Gauge = gauge(
        'keeper_due_rounds',
        'Rounds that were due and not settled when the keeper last looked at their giveaways.',
        undefined,
        async () => {
          const current = await state();
          due.set(current.due);
          spent.set(Number(current.spent) / 1e18);
        },
      );
    },
  };
}
