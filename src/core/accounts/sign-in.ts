import { z } from 'zod';
import { emailAddress } from '../email.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';

/** Opens a session with a one-time code; the first sign-in creates the account. */
export const signIn = defineUseCase({
  permission: 'public',
  input: z.object({
    email: emailAddress,
    code: z
      .string('is required.')
      .trim()
      .regex(/^\d{6}$/, 'must be the six digits of the e-mail.'),
  }),

  async execute({ signIn, accounts }, _caller, { email, code }) {
    const session = await signIn.open(email, code);
    const account = session && (await accounts.find(session.accountId));
    if (session === undefined || account === undefined) {
      throw new DomainError('UNAUTHENTICATED', 'The code is wrong or too old: request a new one.', {
        reason: 'CODE_INVALID',
      });
    }
    return { ...session, account };
  },
});
