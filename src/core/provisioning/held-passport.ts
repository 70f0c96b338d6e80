import { DomainError, invalidPayload } from '../errors.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { ProjectedPassports } from '../passports/projected-passports.ts';

/** The most passports of a wallet that are looked at. */
const MOST_HELD = 6;

interface HeldPassport {
  readonly passportId: number;
  /** The nonce of the next transfer permit. */
  readonly permitNonce: bigint;
}

/**
 * The passport that a wallet (EIP-55) holds: the named one, or its only one. Throws INVALID_PAYLOAD when the wallet holds
 * several and none is named, NOT_FOUND (PASSPORT) when it holds none, CONTRACT_REVERT (OWNER_MISMATCH) when the named
 * passport belongs to another wallet.
 */
export async function findHeldPassport(
  { projectedPassports, contracts }: { projectedPassports: ProjectedPassports; contracts: Contracts },
  wallet: string,
  named: number | null,
): Promise<HeldPassport> {
  const candidates = named === null ? await projectedPassports.heldBy(wallet, MOST_HELD) : [named];
  const found = await Promise.all(
    candidates.map(async (passportId) => ({ passportId, now: await contracts.passport(passportId) })),
  );
  const held = found.filter(({ now }) => now?.owner === wallet);
  const [first] = held;
  if (held.length > 1) {
    const ids = held.map(({ passportId }) => passportId).join(', ');
    const message = `is required: ${wallet} holds several passports, among them ${ids}.`;
    throw invalidPayload([{ path: ['passportId'], message }]);
  }
  if (first?.now) return { passportId: first.passportId, permitNonce: first.now.permitNonce };
  if (named !== null && found[0]?.now) throw notItsOwner(named, wallet, found[0].now.owner);
  throw new DomainError('NOT_FOUND', `The wallet ${wallet} holds no such passport.`, { reason: 'PASSPORT' });
}

function notItsOwner(passportId: number, expected: string, actual: string): DomainError {
  return new DomainError('CONTRACT_REVERT', 'The passport belongs to another wallet than expected.', {
    reason: 'OWNER_MISMATCH',
    values: { passportId, expected, actual },
  });
}
