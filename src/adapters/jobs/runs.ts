type Execute = (text: string, values: unknown[]) => Promise<{ readonly rows: unknown[] }>;

/** A perpetual job as all instances see it. */
export interface JobRun {
  readonly name: string;
  /** Seconds since the last run without a failure. */
  readonly sinceSuccess: number;
  /** How many runs in a row have failed since. */
  readonly failures: number;
  /** Whether it gave something up within the last day. */
  readonly gaveUp: boolean;
}

/** Remembers the runs of perpetual jobs. */
export interface JobRuns {
  /** Stores that a run failed; returns how many in a row have failed. */
  noteFailure(name: string): Promise<number>;
  read(): Promise<readonly JobRun[]>;
  /** Whether jobs of the last day were given up: of the service itself, or of several groups. */
  hasDeadLetters(): Promise<boolean>;
}

export function createJobRuns(execute: Execute): JobRuns {
  return {
    async noteFailure(name) {
      const { rows } = await execute(NOTE_FAILURE, [name]);
      return (rows[0] as { readonly failures: number }).failures;
    },
    async read() {
      const { rows } = await execute(READ, []);
      return (rows as RunRow[]).map(({ name, since, failures, gave_up }) => ({
        name,
        sinceSuccess: Math.max(0, since),
        failures,
        gaveUp: gave_up,
      }));
    },
    async hasDeadLetters() {
      const { rows } = await execute(DEAD_LETTERS, []);
      return (rows[0] as { readonly found: boolean }).found;
    },
  };
}

interface RunRow {
  readonly name: string;
  readonly since: number;
  readonly failures: number;
  readonly gave_up: boolean;
}

/** Stores the outcome of a run of the job $1, by these parameters. */
export const noteRun = (hasFailed: string, gaveUp: string) => `
  insert into job_run as r (name, failures, given_up_at)
  values ($1, ${hasFailed}::boolean::integer, case when ${gaveUp}::boolean then now() end)
  on conflict (name) do update set
    succeeded_at = case when ${hasFailed}::boolean then r.succeeded_at else now() end,
    failures = case when ${hasFailed}::boolean then r.failures + 1 else 0 end,
    given_up_at = coalesce(excluded.given_up_at, r.given_up_at)
  returning failures`;

const NOTE_FAILURE = noteRun('true', 'false');

const READ = `
  select name, extract(epoch from now() - succeeded_at)::float8 as since, failures,
    coalesce(given_up_at > now() - interval '1 day', false) as gave_up
  from job_run order by name`;

// A bounded number of the newest ones, in the order of an index. A single group may have asked for what cannot be done.
const DEAD_LETTERS = `
  select count(distinct group_id) > 1 or count(*) > count(group_id) as found from (
    select group_id, created_on from pgboss.job
    where name = 'failed' and state < 'active' and not blocked
    order by priority, created_on desc limit 1000) j
  where created_on > pgboss.job_now() - interval '1 day'`;
