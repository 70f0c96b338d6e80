import type { RoundState } from '../chain/contracts.ts';
import { closesAt, opensAt, type Schedule } from './schedule.ts';

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
  return closedState(total);
}

/** The state of a round that closed and has no winner: VOID without an entry that counts for it. */
export function closedState(total: number): RoundState {
  return total === 0 ? 'VOID' : 'CLOSED';
}
