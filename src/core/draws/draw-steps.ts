import { DomainError } from '../errors.ts';
import type { ChainCall } from '../chain/chain-call.ts';
import type { Contracts } from '../chain/contracts.ts';

/** A draw of a round with several places. */
type DrawCall = Extract<ChainCall, { readonly kind: 'draw-winner' }>;

/** What one transaction draws at most (Places.sol). */
const MAX_TICKETS = 256;
/** More gas than the draw of one place uses. */
export const GAS_OF_DRAW = 400_000;
/** The share of the largest transaction that a draw may need, since it may cost more when it is mined. */
const SHARE = 0.75;

/** A draw of some tickets, and gas that it does not exceed. */
export interface DrawStep {
  readonly call: DrawCall;
  readonly gas: number;
}

/** The most gas that a draw may need in one transaction. */
export async function mostGas({
  contracts,
}: {
  readonly contracts: Pick<Contracts, 'transactionGas'>;
}): Promise<number> {
  return Math.floor((await contracts.transactionGas()) * SHARE);
}

/**
 * The draw of all tickets that a transaction draws, with twice as much gas each time that it needs more; beyond `limit`, the draw
 * of half as many tickets, down to one. Throws the error that the contracts refuse the draw with.
 */
export async function findStep(
  { contracts }: { readonly contracts: Pick<Contracts, 'attempt'> },
  draw: DrawCall,
  { signer, from, limit }: { readonly signer: string; readonly from: number; readonly limit: number },
): Promise<DrawStep> {
  for (let tickets = MAX_TICKETS, gas = Math.min(from, limit); ;) {
    const call = { ...draw, tickets };
    try {
      await contracts.attempt(call, signer, gas);
      return { call, gas };
    } catch (error) {
      if (!needsMoreGas(error) || (gas === limit && tickets === 1)) throw error;
    }
    if (gas < limit) gas = Math.min(gas * 2, limit);
    else tickets = Math.ceil(tickets / 2);
  }
}

/** A module of the hub that runs out of gas leaves no reason. */
function needsMoreGas(error: unknown): boolean {
  return error instanceof DomainError && (error.reason === 'OUT_OF_GAS' || error.reason === 'REVERTED');
}
