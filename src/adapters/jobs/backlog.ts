import type { JobName } from '../../core/jobs.ts';

/** How far the background jobs of all instances are behind, of the kinds that were named. */
export interface Backlog {
  /** The seconds that the oldest due job waits, although no other job of its group runs; 0 when none waits. */
  readonly oldestWaits: number;
  /** Whether jobs of the service itself, or of several groups, fail time after time. */
  readonly isFailing: boolean;
}

interface BacklogRow {
  readonly waits: number;
  readonly failing: boolean;
}

/** Reads a bounded number of the waiting jobs of each kind. */
export async function readBacklog(
  execute: (text: string, values: unknown[]) => Promise<{ readonly rows: unknown[] }>,
  kinds: readonly JobName[],
): Promise<Backlog> {
  const { rows } = await execute(BACKLOG, [kinds]);
  const [row] = rows as BacklogRow[];
  return { oldestWaits: row?.waits ?? 0, isFailing: row?.failing ?? false };
}

// The first jobs that pg-boss would hand out, and the groups of running jobs: both in the order of an index, so that nothing
// else is read. A job that waits for others of its group says nothing about the service, and a single group may fail by what its
// tenant asked for, such as an e-mail to an address that no mail server accepts.
const BACKLOG = `
  with waiting as (
    select j.* from unnest($1::text[]) as kind (name), lateral (
      select name, group_id, start_after, state, retry_count from pgboss.job
      where job.name = kind.name and state < 'active' and not blocked
      order by priority desc, created_on limit 1000) j
  ), running as materialized (
    select distinct j.name, j.group_id from unnest($1::text[]) as kind (name), lateral (
      select name, group_id from pgboss.job
      where job.name = kind.name and state = 'active' and group_id is not null
      order by group_id limit 1000) j
  ), failing as (
    select group_id from waiting where state = 'retry' and retry_count >= 2
  )
  select
    (select greatest(0, extract(epoch from pgboss.job_now() - min(start_after)))::float8 from waiting w
      where not exists (
        select from running where running.name = w.name and running.group_id = w.group_id)) as waits,
    (select count(distinct group_id) > 1 or count(*) > count(group_id) from failing) as failing`;
