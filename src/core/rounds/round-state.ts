import { closesAt, opensAt, type Schedule } from './schedule.ts';

export const ROUND_STATES = ['SCHEDULED', 'OPEN', 'CLOSED', 'DECIDED', 'VOID'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** The state of a round at `now` (milliseconds): VOID when it closed without an entry that counts for it. */
export function roundStateAt(
  schedule: Schedule,
  {
    index,
    isDecided,
    total,
  }: { readonly index: number; readonly isDecided: boolean; readonly total: number },
  now: number,
): RoundState {
  if (isDecided) return 'DECIDED';
  if (now < opensAt(schedule, index)) return 'SCHEDULED';
  const closes = closesAt(schedule, index);
  if (closes === undefined || now < closes) return 'OPEN';
  return total === 0 ? 'VOID' : 'CLOSED';
}
