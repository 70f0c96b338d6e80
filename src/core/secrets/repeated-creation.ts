import { invalidPayload, type DomainError } from '../errors.ts';

/** How long a repeated request gets the same secret. */
export const REPEATABLE_MS = 600_000;

/** Whether a request that is repeated now may get the secret that was issued then. */
export function isRepeatable(issuedAt: Date, now: Date): boolean {
  return now.getTime() - issuedAt.getTime() <= REPEATABLE_MS;
}

/** The refusal of a creation whose id was used before, when its secret is not shown again. */
export function createdBefore(kind: string, replacing: string): DomainError {
  const message = `was used before: the ${kind} exists, and its secret was shown then. ${replacing} if the secret is lost, or send a new id.`;
  return invalidPayload([{ path: ['creationId'], message }]);
}
