import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { LONG_CODE_DIGITS, SHORT_CODE_DIGITS, WRONG_CODES } from './sign-in-code-rules.ts';
import type { Uses } from '../ports.ts';

const CODE = new RegExp(`^(?:\\d{${SHORT_CODE_DIGITS}}|\\d{${LONG_CODE_DIGITS}})$`);

/**
 * Opens a session with a one-time code; the first sign-in creates the account. A network other than the one that
 * requested the code may use it too, with fewer attempts.
 */
export const signIn = defineUseCase({
  permission: 'public',
  input: z.object({
    email: emailAddress,
    code: z
      .string('is required.')
      .trim()
      .regex(CODE, `must be the digits of the e-mail: ${SHORT_CODE_DIGITS}, or ${LONG_CODE_DIGITS}.`),
    /** The client network that presents the code; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(
    {
      signIn,
      signInCodes,
      accounts,
      rateLimits,
      clock,
    }: Uses<'accounts' | 'clock' | 'rateLimits' | 'signIn' | 'signInCodes'>,
    _caller,
    { email, code, network },
  ) {
    const now = clock.now();
    const elsewhere = await rateLimits.consume('sign-in-elsewhere', network, email);
    const attemptLimits = { ...WRONG_CODES, ...(elsewhere?.exceeded && { elsewhere: 0 }) };
    if (!(await signInCodes.redeem({ email, network, code, now, attemptLimits }))) {
      throw new DomainError('UNAUTHENTICATED', 'The code is wrong or too old: request a new one.', {
        reason: 'CODE_INVALID',
      });
    }
    const account = await accounts.findOrCreate(email, now);
    return { ...(await signIn.open(account.id)), account };
  },
});
