import { DomainError } from '../errors.ts';
import type { RoundNow, Contracts } from '../chain/contracts.ts';
import type { PendingRounds, RoundNeed } from './pending-rounds.ts';
import type { RoundClaim, RoundClaims } from './round-claims.ts';

/** How many rounds are read from the contracts at once. */
const PAGE = 8;
/** How many rounds beyond those of the read model are tried. */
const MAX_AHEAD = 64;
const RETRY_AFTER_SECONDS = 2;

/** The ports that find a round for an operation. */
export interface RoundPorts {
  readonly contracts: Contracts;
  readonly pendingRounds: PendingRounds;
  readonly roundClaims: RoundClaims;
}

const HAS_NEED: Readonly<Record<RoundNeed, (round: RoundNow | undefined) => boolean>> = {
  winner: (round) => round?.state === 'CLOSED',
  receipt: (round) => round?.state === 'DECIDED' && !round.receiptConfirmed,
};

/**
 * Takes the oldest closed round with this need that no other operation has taken (decision: fields); a repeated call for
 * the same operation returns the same round. When no round has the need, returns the latest closed round, else the first
 * round: the contracts' error for that round tells the caller why there is nothing to do. Throws CONTRACT_REVERT
 * (ROUND_TAKEN) while other operations act on every round with this need.
 */
export async function takeRound(
  ports: RoundPorts,
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
    // The giveaway is not in the read model yet, or does not exist: the contracts decide.
    if (found === undefined) break;
    closed = found.closed;
    const index = await takeFirst(ports, claim, found.indexes);
    if (index !== undefined) return index;
    const last = found.indexes.at(-1);
    if (last === undefined || found.indexes.length < PAGE) break;
    from = last + 1;
  }
  // The contracts may have closed or decided rounds since the latest block of the read model.
  for (let size = 1, first = closed; first < closed + MAX_AHEAD; first += size, size = PAGE) {
    const indexes = Array.from({ length: size }, (_, offset) => first + offset);
    const newest = await takeFirst(ports, claim, indexes);
    if (newest !== undefined) return newest;
    const last = await contracts.round(giveaway, first + size - 1);
    if (last === undefined || last.state === 'SCHEDULED' || last.state === 'OPEN') break;
  }
  if (await roundClaims.hasOpen(giveaway, need)) throw roundTaken();
  const latest = Math.max(0, closed - 1);
  // The operation that had this round may have failed since the rounds were read.
  if (HAS_NEED[need](await contracts.round(giveaway, latest)))
    await roundClaims.take({ ...claim, round: latest });
  return latest;
}

/** Takes the first of these rounds that has the need on chain, since the read model may be behind, and that is free. */
async function takeFirst(
  { contracts, roundClaims }: { contracts: Contracts; roundClaims: RoundClaims },
  claim: Pick<RoundClaim, 'giveaway' | 'need' | 'operationId'>,
  indexes: readonly number[],
): Promise<number | undefined> {
  const rounds = await Promise.all(indexes.map((index) => contracts.round(claim.giveaway, index)));
  for (const [index, round] of indexes.entries())
    if (HAS_NEED[claim.need](rounds[index]) && (await roundClaims.take({ ...claim, round }))) return round;
  return undefined;
}

function roundTaken(): DomainError {
  return new DomainError(
    'CONTRACT_REVERT',
    'Other operations act on every round that this call could be for: repeat it when they have their answers.',
    { reason: 'ROUND_TAKEN', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
