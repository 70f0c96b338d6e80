import type { Contracts } from '../chain/contracts.ts';
import { DomainError } from '../errors.ts';

/** Whether these contracts have a giveaway with this key; `hub` is the place of one hub. Throws CHAIN_UNAVAILABLE. */
export async function hasGiveaway(
  contracts: Pick<Contracts, 'round'>,
  giveaway: string,
  hub?: number,
): Promise<boolean> {
  try {
    await contracts.round(giveaway, 0, hub);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}
