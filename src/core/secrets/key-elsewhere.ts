import { DomainError } from '../errors.ts';

/** Whether a text or a wallet does not open because this instance lacks its key-encryption key, which another one may have. */
export function isKeyElsewhere(error: unknown): boolean {
  const reason = error instanceof DomainError ? error.reason : undefined;
  return reason === 'KEY_ENCRYPTION_KEY_MISSING' || reason === 'KEY_ENCRYPTION_FAILED';
}
