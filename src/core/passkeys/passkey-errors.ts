import { DomainError, type ErrorCode } from '../errors.ts';

/** The code of a refusal: a sign-in lacks a right credential, a registration has a wrong input. */
type RefusalCode = Extract<ErrorCode, 'INVALID_PAYLOAD' | 'UNAUTHENTICATED'>;

/** The error for a credential that is not right, with what is wrong about it as its cause. */
export function passkeyInvalid(code: RefusalCode, cause?: unknown): DomainError {
  return new DomainError(code, 'The passkey was not accepted: try again, or use a code.', {
    reason: 'PASSKEY_INVALID',
    cause,
  });
}

/** The error for a challenge that is too old, was used before, or was made for something else. */
export function challengeInvalid(code: RefusalCode): DomainError {
  return new DomainError(code, 'The request for the passkey is too old or was used before: try again.', {
    reason: 'PASSKEY_CHALLENGE_INVALID',
  });
}

/** The error for a passkey that no account has. */
export function passkeyUnknown(): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'This passkey is not known here, or was removed: use a code, or another passkey.',
    { reason: 'PASSKEY_UNKNOWN' },
  );
}

/** The error for a passkey whose counter went back. */
export function passkeyReversed(): DomainError {
  return new DomainError(
    'UNAUTHENTICATED',
    'Another device may have a copy of this passkey: sign in with a code, remove the passkey, and add a new one.',
    { reason: 'PASSKEY_COPIED' },
  );
}

/** The error for an id that no passkey of the account has. */
export function noPasskey(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'This account has no passkey with this id: list its passkeys to find the right one.',
  );
}

/** The error for a passkey with another name than the caller has seen. */
export function passkeyChanged(): DomainError {
  const message = 'is not what the name is now: it was changed meanwhile. Read it, then change it again.';
  return new DomainError('INVALID_PAYLOAD', `expected ${message}`, {
    reason: 'PASSKEY_CHANGED',
    details: [{ path: ['expected'], message }],
  });
}

/** The error of a service whose host can have no passkeys. */
export function passkeysOff(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'There are no passkeys here: they need a PUBLIC_URL with the name of a host instead of an IP address.',
    { reason: 'PASSKEYS_OFF' },
  );
}
