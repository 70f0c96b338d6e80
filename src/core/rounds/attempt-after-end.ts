import { DomainError } from '../errors.ts';
import type { ChainCall } from '../chain/chain-call.ts';
import type { Contracts } from '../chain/contracts.ts';

/** The longest Retry-After for the end of a round, which may be years away. */
const MAX_WAIT_SECONDS = 3_600;

/**
 * Simulates a call that decides a round, before an operation is accepted; returns the error that the contracts refuse it
 * with, undefined when they accept it. Throws CONTRACT_REVERT while the round is open (NOT_ENDED, with the time to wait)
 * and for a round that never closes (NEVER_ENDS).
 */
export async function attemptAfterEnd(
  { contracts }: { contracts: Contracts },
  call: ChainCall,
  signer: string,
): Promise<DomainError | undefined> {
  const refusal = await contracts.attempt(call, signer).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof DomainError && error.reason !== 'NEVER_ENDS') return error;
      throw error;
    },
  );
  if (refusal?.reason !== 'NOT_ENDED') return refusal;
  const timestamp = await contracts.time();
  const seconds = Number(refusal.values?.['closesAt']) - timestamp;
  throw new DomainError(refusal.code, refusal.message, {
    reason: refusal.reason,
    values: { ...refusal.values, timestamp },
    retryAfterSeconds: Math.min(Math.max(1, seconds), MAX_WAIT_SECONDS),
    cause: refusal,
  });
}
