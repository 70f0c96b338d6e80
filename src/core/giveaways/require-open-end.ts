import { DomainError } from '../errors.ts';
import type { Clock } from '../clock.ts';
import type { Contracts } from '../chain/contracts.ts';
import { lastClose, type Schedule } from '../rounds/schedule.ts';

/**
 * Throws INVALID_PAYLOAD, with the chain's time as `timestamp`, for a giveaway whose last round has already closed, since
 * it could never take an entry.
 */
export async function requireOpenEnd(
  { contracts, clock }: { contracts: Contracts; clock: Clock },
  schedule: Schedule,
): Promise<void> {
  const closes = lastClose(schedule);
  if (closes === undefined) return;
  // Operations are accepted without a node too; then our own clock is used.
  const timestamp = await contracts.time().catch(() => Math.floor(clock.now().getTime() / 1_000));
  if (closes > timestamp * 1_000) return;
  const closed = new Date(closes).toISOString();
  const message = `is too early: the last round would have closed at ${closed}, which is past by the chain's time.`;
  throw new DomainError('INVALID_PAYLOAD', `endTime ${message}`, {
    details: [{ path: ['endTime'], message }],
    values: { timestamp },
  });
}
