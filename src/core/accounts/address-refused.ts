import { DomainError } from '../errors.ts';

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
