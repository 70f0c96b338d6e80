import { invalidPayload } from '../errors.ts';
import { instantOrText } from '../values/instants.ts';

const MAX_LIFE_DAYS = 1_826;
const DAY_MS = 86_400_000;
const MESSAGE = 'must be an instant with a time zone, such as 2027-08-31T18:00:00Z.';

/** When a key expires (RFC 3339); absent and null mean never. */
export const keyExpiry = instantOrText(MESSAGE)
  .nullish()
  .transform((value) => value ?? null);

/** Throws INVALID_PAYLOAD unless the key expires in the future, within five years. */
export function requireFuture(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  const life = expiresAt.getTime() - now.getTime();
  if (life > 0 && life <= MAX_LIFE_DAYS * DAY_MS) return;
  const message =
    'must be in the future, at most five years from now; leave it out for a key without an end.';
  throw invalidPayload([{ path: ['expiresAt'], message }]);
}
