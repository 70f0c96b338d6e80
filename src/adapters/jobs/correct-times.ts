type Execute = (text: string, values: unknown[]) => Promise<unknown>;

/** A kind of job, and the longest time that one of it waits, in seconds. */
export interface LongestWait {
  readonly name: string;
  readonly seconds: number;
}

/** Waits end a little later than they were asked to. */
const SLACK_SECONDS = 60;

/**
 * Takes back the times that a database whose clock was ahead has left in the queue: a job that waits longer than any of its kind
 * is due, a running job whose instance died is taken over, the queue is looked after again, and no waiting job, dead letters
 * included, was added in the future.
 */
export async function correctTimes(execute: Execute, kinds: readonly LongestWait[]): Promise<void> {
  const longest = kinds.map(({ seconds }) => seconds + SLACK_SECONDS);
  await execute(CORRECT, [kinds.map(({ name }) => name), longest]);
  await execute(ADDED_NOW, []);
}

// The last times of pg-boss's own work: it is done again so long after. Rows are locked in the order of pg-boss.
const stamps = (table: string, key: string, columns: readonly string[]) => `
  update pgboss.${table} set ${columns.map((column) => `${column} = least(${column}, pgboss.job_now())`).join(', ')}
  where ${key} = any(array(
    select ${key} from pgboss.${table}
    where greatest(${columns.join(', ')}) > pgboss.job_now() + interval '1 minute' order by ${key} for update))`;

// What is stored until `keep_until` counts from the start. A running job without a further sign of life counts as abandoned.
const CORRECT = `
  with waiting as (
    update pgboss.job j
    set start_after = pgboss.job_now(), keep_until = pgboss.job_now() + (keep_until - start_after)
    from unnest($1::text[], $2::float8[]) as kind (name, longest)
    where j.name = kind.name and j.state < 'active' and not j.blocked
      and j.start_after > pgboss.job_now() + kind.longest * interval '1 second'
  ), running as (
    update pgboss.job set heartbeat_on = pgboss.job_now()
    where name = any($1::text[]) and state = 'active' and heartbeat_on > pgboss.job_now() + interval '1 minute'
  ), queues as (${stamps('queue', 'name', ['monitor_claim_on', 'monitor_on', 'maintain_on'])}
  ), versions as (${stamps('version', 'version', ['bam_on', 'flow_on'])}
  )
  update job_run set succeeded_at = least(succeeded_at, now()), given_up_at = least(given_up_at, now())
  where greatest(succeeded_at, given_up_at) > now() + interval '1 minute'`;

const ADDED_NOW = `
  update pgboss.job j set created_on = pgboss.job_now() from pgboss.queue q
  where j.name = q.name and j.state < 'active' and not j.blocked
    and j.created_on > pgboss.job_now() + interval '1 minute'`;
