import { DomainError } from '../errors.ts';
import type { RoundNow, Contracts } from '../chain/contracts.ts';
import type { PendingRounds } from './pending-rounds.ts';
import type { PlaceRange, RoundClaim, RoundClaims } from './round-claims.ts';

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

/** What an operation needs of a round. */
export interface RoundWanted extends Pick<RoundClaim, 'giveaway' | 'need'> {
  /** How many places of a round such operations decide one after the other; absent where a round has one place. */
  readonly winners?: number | undefined;
  /** The place that the operation is about; the first one when absent. */
  readonly place?: number | undefined;
}

/**
 * Takes the oldest closed round with this need that no other operation has taken (decision: fields); a repeated call for
 * the same operation returns the same round. When no round has the need, returns the latest closed round, else the first
 * round: the contracts' error for that round tells the caller why there is nothing to do. Throws CONTRACT_REVERT
 * (ROUND_TAKEN) while other operations act on every round with this need.
 */
export async function takeRound(
  ports: RoundPorts,
  claim: RoundWanted & Pick<RoundClaim, 'operationId'>,
): Promise<number> {
  const { contracts, pendingRounds, roundClaims } = ports;
  const { giveaway, need, place = 0, operationId } = claim;
  const own = await roundClaims.find(operationId);
  if (own !== undefined) return own;

  let closed = 0;
  let from = 0;
  for (;;) {
    const found = await pendingRounds.find(giveaway, need, { from, limit: PAGE, place });
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
  if (await roundClaims.hasOpen(giveaway, need, place)) throw roundTaken();
  const latest = Math.max(0, closed - 1);
  // The operation that had this round may have failed since the rounds were read.
  await takeFirst(ports, claim, [latest]);
  return latest;
}

/** The places of a round that the operation may be for; undefined when the round does not need it. */
export async function placesFor(
  { contracts }: Pick<RoundPorts, 'contracts'>,
  { giveaway, need, winners = 1, place = 0 }: RoundWanted,
  round: number,
): Promise<PlaceRange | undefined> {
  const now = await contracts.round(giveaway, round);
  if (now === undefined) return undefined;
  if (need === 'receipt')
    return (await lacksReceipt(contracts, { giveaway, round, place }, now)) ? [place, place] : undefined;
  if (now.isDrawing) return [now.decided, now.decided];
  const isClosed = now.state === 'CLOSED' || now.state === 'DECIDED';
  return isClosed && now.decided < winners ? [now.decided, winners - 1] : undefined;
}

async function lacksReceipt(
  contracts: Contracts,
  { giveaway, round, place }: { readonly giveaway: string; readonly round: number; readonly place: number },
  now: RoundNow,
): Promise<boolean> {
  if (now.state !== 'DECIDED' || place >= now.decided) return false;
  return !(place === 0 ? now.receiptConfirmed : await contracts.isReceiptConfirmed(giveaway, round, place));
}

/** Takes the first of these rounds that has the need on chain, since the read model may be behind, and that is free. */
async function takeFirst(
  ports: Pick<RoundPorts, 'contracts' | 'roundClaims'>,
  claim: RoundWanted & Pick<RoundClaim, 'operationId'>,
  indexes: readonly number[],
): Promise<number | undefined> {
  const { giveaway, need, operationId } = claim;
  const open = await Promise.all(indexes.map((index) => placesFor(ports, claim, index)));
  for (const [index, round] of indexes.entries()) {
    const places = open[index];
    const taken = places && (await ports.roundClaims.take({ giveaway, need, operationId, round, places }));
    if (taken) return round;
  }
  return undefined;
}

function roundTaken(): DomainError {
  return new DomainError(
    'CONTRACT_REVERT',
    'Other operations act on every round that this call could be for: repeat it when they have their answers.',
    { reason: 'ROUND_TAKEN', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
