import { DomainError } from '../errors.ts';
import type { PassportNow, Contracts } from '../chain/contracts.ts';

/** The current state of a passport on chain. Throws NOT_FOUND (PASSPORT), and CHAIN_UNAVAILABLE when no node answers. */
export async function requirePassport(
  { contracts }: { contracts: Contracts },
  passportId: number,
): Promise<PassportNow> {
  const passport = await contracts.passport(passportId);
  if (passport !== undefined) return passport;
  throw new DomainError('NOT_FOUND', 'There is no passport with this passportId.', {
    reason: 'PASSPORT',
  });
}
