import type { RoundState } from '../chain/contracts.ts';
import { closesAt, opensAt, type Schedule } from './schedule.ts';

/** The state of a round at `now` (Unix milliseconds); `total` is the number of entries that count for it. */
export function roundStateAt(
  schedule: Schedule,
  {
    index,
    isDecided,
    isVoided,
    total,
  }: {
    readonly index: number;
    readonly isDecided: boolean;
    /** Whether it was marked void because its beacon stayed silent. */
    readonly isVoided: boolean;
    readonly total: number;
  },
  now: number,
): RoundState {
  if (isDecided) return 'DECIDED';
  if (isVoided) return 'VOID';
  if (now < opensAt(schedule, index)) return 'SCHEDULED';
  const closes = closesAt(schedule, index);
  if (closes === undefined || now < closes) return 'OPEN';
  return closedState(total);
}

/** The state of a round that closed without a winner: VOID when no entries count for it. */
export function closedState(total: number): RoundState {
  return total === 0 ? 'VOID' : 'CLOSED';
}
