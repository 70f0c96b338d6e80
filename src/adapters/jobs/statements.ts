import { noteRun } from './runs.ts';

/** The dead letter queue. */
export const FAILED = 'failed';

export const DUE = `
  select q.name from pgboss.queue q
  where q.name <> '${FAILED}' and exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`;

/**
 * The priorities of jobs. pg-boss hands out the oldest job of the highest priority, so that new jobs go before deferred ones. Slow
 * jobs have the lowest ones, below which the workers of the others do not look.
 */
export const PRIORITIES = { new: 0, deferred: -1, slow: -2, slowDeferred: -3 } as const;

// By the index of pg-boss for its policy 'exclusive'; $3: the keys of the slow jobs.
export const WAKE = `
  update pgboss.job set start_after = least(start_after, pgboss.job_now()),
    priority = case when singleton_key = any($3::text[]) then least(priority, ${PRIORITIES.slow})
      else greatest(priority, ${PRIORITIES.deferred}) end
  where name = $1 and coalesce(singleton_key, '') = any($2::text[]) and state < 'active' and policy = 'exclusive'
  returning singleton_key as key`;

// pg-boss delays only failed jobs, and counts them as attempts. The copy has a new id, because pg-boss completes the job that it handed out.
// $5: whether the job is slow from now on; null leaves that as it is.
export const DEFER = `
  update pgboss.job
  set id = gen_random_uuid(), state = 'created', started_on = null, heartbeat_on = null, retry_count = 0,
    priority = case when coalesce($5::boolean, priority <= ${PRIORITIES.slow})
      then ${PRIORITIES.slowDeferred} else ${PRIORITIES.deferred} end,
    start_after = pgboss.job_now() + $4 * interval '1 second',
    keep_until = pgboss.job_now() + $4 * interval '1 second' + (keep_until - start_after)
  where name = $1 and id = $2 and state = 'active' and retry_count = $3`;

// After a run of a perpetual job without failures; $6: whether it gave something up.
export const DEFER_SUCCESS = `with noted as (${noteRun('false', '$6')}) ${DEFER}`;
