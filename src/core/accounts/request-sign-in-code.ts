import { z } from 'zod';
import { emailAddress } from '../email.ts';
import { requireAllowance } from '../require-allowance.ts';
import { defineUseCase } from '../use-case.ts';

/** Sends a one-time code to an e-mail address; the answer is the same whether or not an account exists. */
export const requestSignInCode = defineUseCase({
  permission: 'public',
  input: z.object({ email: emailAddress }),

  async execute({ signIn, rateLimits }, _caller, { email }) {
    requireAllowance(await rateLimits.consume('sign-in-code', email));
    await signIn.sendCode(email);
    return { email };
  },
});
