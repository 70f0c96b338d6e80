import type { JobName } from '../../core/jobs.ts';
import type { LongestWait } from './correct-times.ts';
import type { JobRun, JobRuns } from './runs.ts';

/** Jobs that never end, each with the longest usual time between two runs in seconds. */
export type PerpetualJobs = { readonly [Name in JobName]?: number };

const FIRST_PAUSE_SECONDS = 15;
const MAX_PAUSE_SECONDS = 300;
/** How much later than usual a run without failures may come. */
const TOLERANCE_SECONDS = 600;

/** Stores a failed run, and returns the seconds until the next one: longer each time, five minutes at most. */
export async function pauseAfterFailure(runs: JobRuns, name: JobName): Promise<number> {
  // A job whose failure cannot be stored has to run again all the same.
  const failures = await runs.noteFailure(name).catch(() => 1);
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - 1, 10), MAX_PAUSE_SECONDS);
}

/** The longest time that a job of each kind waits, in seconds; `others` is that of a job that is not perpetual. */
export function longestWaits(
  names: readonly JobName[],
  jobs: PerpetualJobs,
  others: number,
): readonly LongestWait[] {
  return names.map((name) => {
    const every = jobs[name];
    return { name, seconds: every === undefined ? others : Math.max(every, MAX_PAUSE_SECONDS) };
  });
}

/** Whether a perpetual job fails time after time, or does not run at all. */
export function isFailing({ name, sinceSuccess, failures }: JobRun, jobs: PerpetualJobs): boolean {
  const every = jobs[name as JobName];
  return every !== undefined && (failures >= 3 || sinceSuccess > every + TOLERANCE_SECONDS);
}
