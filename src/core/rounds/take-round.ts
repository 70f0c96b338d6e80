import { DomainError } from '../errors.ts';
import type { RoundNow } from '../chain/contracts.ts';
import type { RoundNeed } from './pending-rounds.ts';
import type { Uses } from '../ports.ts';
import type { RoundClaim } from './round-claims.ts';

/** How many rounds the contracts are asked about at once. */
const PAGE = 8;
/** How many rounds the read model may be behind. */
const MOST_AHEAD = 64;
const RETRY_AFTER_SECONDS = 2;

const LACKS: Readonly<Record<RoundNeed, (round: RoundNow | undefined) => boolean>> = {
  winner: (round) => round?.state === 'CLOSED',
  receipt: (round) => round?.state === 'DECIDED' && !round.receiptConfirmed,
};

/**
 * Takes the oldest closed round that lacks this and that no other operation has taken (decision: fields); asked again for
 * the same operation, it is the same round. Where no round lacks it, this is the latest closed round, or else the first:
 * what the contracts say about that one is the reason why nothing is to be done. Throws CONTRACT_REVERT (ROUND_TAKEN)
 * while other operations act on every round that lacks it.
 */
export async function takeRound(
  ports: Uses<'contracts' | 'pendingRounds' | 'roundClaims'>,
  claim: Pick<RoundClaim, 'giveaway' | 'need' | 'operationId'>,
): Promise<number> {
  const { contracts, pendingRounds, roundClaims } = ports;
  const { giveaway, need, operationId } = claim;
  const own = await roundClaims.find(operationId);
  if (own !== undefined) return own;

  let closed = 0;
  let from = 0;
  for (;;) {
    const found = await pendingRounds.find(giveaway, need, { from, limit: PAGE });
    // Not in the read model yet, or not at all: the contracts know.
    if (found === undefined) break;
    closed = found.closed;
    const index = await takeFirst(ports, claim, found.indexes);
    if (index !== undefined) return index;
    const last = found.indexes.at(-1);
    if (last === undefined || found.indexes.length < PAGE) break;
    from = last + 1;
  }
  // More may have closed, or been settled, since the block that the read model has reached.
  for (let size = 1, first = closed; first < closed + MOST_AHEAD; first += size, size = PAGE) {
    const indexes = Array.from({ length: size }, (_, offset) => first + offset);
    const newest = await takeFirst(ports, claim, indexes);
    if (newest !== undefined) return newest;
    const last = await contracts.round(giveaway, first + size - 1);
    if (last === undefined || last.state === 'SCHEDULED' || last.state === 'OPEN') break;
  }
  if (await roundClaims.hasOpen(giveaway, need)) throw roundTaken();
  const latest = Math.max(0, closed - 1);
  // Its operation may have failed since the rounds were looked at.
  if (LACKS[need](await contracts.round(giveaway, latest)))
    await roundClaims.take({ ...claim, round: latest });
  return latest;
}

/** The read model may be behind: of its rounds, the first that lacks it on the chain and that is still free. */
async function takeFirst(
  { contracts, roundClaims }: Uses<'contracts' | 'roundClaims'>,
  claim: Pick<RoundClaim, 'giveaway' | 'need' | 'operationId'>,
  indexes: readonly number[],
): Promise<number | undefined> {
  const rounds = await Promise.all(indexes.map((index) => contracts.round(claim.giveaway, index)));
  for (const [index, round] of indexes.entries())
    if (LACKS[claim.need](rounds[index]) && (await roundClaims.take({ ...claim, round }))) return round;
  return undefined;
}

function roundTaken(): DomainError {
  return new DomainError(
    'CONTRACT_REVERT',
    'Other operations act on every round that this call could be for: repeat it when they have their answers.',
    { reason: 'ROUND_TAKEN', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
