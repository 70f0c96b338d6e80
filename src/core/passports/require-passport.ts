import { DomainError } from '../errors.ts';
import type { PassportNow } from '../chain/contracts.ts';
import type { Uses } from '../ports.ts';

/** The current state of a passport on chain. Throws NOT_FOUND (PASSPORT), and CHAIN_UNAVAILABLE when no node answers. */
export async function requirePassport(
  { contracts }: Uses<'contracts'>,
  passportId: number,
): Promise<PassportNow> {
  const passport = await contracts.passport(passportId);
  if (passport !== undefined) return passport;
  throw new DomainError('NOT_FOUND', 'There is no passport with this passportId.', {
    reason: 'PASSPORT',
  });
}
