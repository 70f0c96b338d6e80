import type { Ports } from '../ports/ports.ts';
import type { RoundNow } from '../ports/contracts.ts';
import type { RoundNeed } from '../ports/pending-rounds.ts';

/** Rounds that the read model still lists may have been settled in the newest blocks. */
const MOST_CANDIDATES = 8;

const LACKS: Readonly<Record<RoundNeed, (round: RoundNow) => boolean>> = {
  winner: ({ state }) => state === 'CLOSED',
  receipt: ({ state, receiptConfirmed }) => state === 'DECIDED' && !receiptConfirmed,
};

/**
 * The oldest closed round that lacks this (decision: fields). Without one it is the latest closed round, or else the
 * first: what the contracts say about that one is the reason why nothing is to be done.
 */
export async function pickRound(
  { contracts, pendingRounds }: Pick<Ports, 'contracts' | 'pendingRounds'>,
  giveaway: string,
  need: RoundNeed,
): Promise<number> {
  const found = await pendingRounds.find(giveaway, need, MOST_CANDIDATES);
  // Not in the read model yet, or not at all: the contracts know.
  if (found === undefined) return 0;
  const { closed, indexes } = found;
  const rounds = await Promise.all(indexes.map((index) => contracts.round(giveaway, index)));
  const lacks = (round: RoundNow | undefined) => round !== undefined && LACKS[need](round);
  const index = indexes[rounds.findIndex(lacks)];
  if (index !== undefined) return index;
  // One more may have closed, or been settled, since the block that the read model has reached.
  return lacks(await contracts.round(giveaway, closed)) ? closed : Math.max(0, closed - 1);
}
