import { DomainError } from '../errors.ts';

/** How long a sign-in code is valid. */
export const CODE_LIFETIME_MS = 600_000;
/** The length of most codes: easy to type, and hard to guess as long as the attempts are limited. */
export const SHORT_CODE_DIGITS = 6;
/** The length of codes for an e-mail address that got many codes without using one: too long to guess. */
export const LONG_CODE_DIGITS = 12;
/** How many short codes an e-mail address gets within UNUSED_WITHIN_MS without using them; used codes do not count. */
export const UNUSED_SHORT_CODES = 20;
export const UNUSED_WITHIN_MS = 86_400_000;

/**
 * How many wrong attempts end a code: those of the client network that requested it (`own`), and those of all other
 * networks together (`elsewhere`). The two are counted separately, so that a stranger cannot use up the owner's attempts.
 */
export const WRONG_CODES = { own: 5, elsewhere: 5 } as const;

const WHAT_TO_DO = 'check it for typing errors, or try again in ten minutes.';

/**
 * The error of a sign-in whose address the mail server refused. Only the network that requested the code gets it, while the
 * code would have been valid.
 */
export function addressRefused(): DomainError {
  return new DomainError('INVALID_PAYLOAD', `The mail server refused this e-mail address: ${WHAT_TO_DO}`, {
    reason: 'ADDRESS_REFUSED',
    details: [{ path: ['email'], message: `was refused by the mail server: ${WHAT_TO_DO}` }],
  });
}
