import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import { LANGUAGES } from '../languages.ts';
import { defineUseCase } from '../use-case.ts';
import { readerLanguage } from '../values/reader-language.ts';
import {
  addressRefused,
  CODE_LIFETIME_MS,
  LONG_CODE_DIGITS,
  SHORT_CODE_DIGITS,
  UNUSED_SHORT_CODES,
  UNUSED_WITHIN_MS,
} from './sign-in-code-rules.ts';
import type { NewSignInCode, QueuedSignInMail, SignInCodes } from './sign-in-codes.ts';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Jobs } from '../jobs.ts';
import type { Mail } from '../mail.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { SignIn } from './sessions.ts';

/**
 * Sends a one-time code to an e-mail address; the response is the same whether or not an account exists. A job hands the mail to
 * the mail server, so that the response does not wait for it. Once the mail server has refused the address for good, further
 * requests of the network are refused while the code would be valid. Requests are limited by client network, and by network and
 * address together. They are never limited by the address alone, so that nobody can keep its owner from getting a code.
 */
export const requestSignInCode = defineUseCase({
  permission: 'public',
  input: z.object({
    email: emailAddress,
    /** Of the mail. */
    language: readerLanguage,
    /** The client network of the request; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(
    ports: {
      clock: Clock;
      ids: Ids;
      jobs: Jobs;
      mail: Mail;
      rateLimits: RateLimits;
      signIn: SignIn;
      signInCodes: SignInCodes;
    },
    _caller,
    { email, language, network },
  ) {
    const { clock, ids, mail, rateLimits, signIn, signInCodes } = ports;
    mail.ensureConfigured();
    requireAllowance(await rateLimits.consume('sign-in-code-by-network', network));
    requireAllowance(await rateLimits.consume('sign-in-code', network, email));
    const now = clock.now();
    if (await signInCodes.wasRefused({ email, network }, now)) throw addressRefused();
    const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS);
    const digits = await digitsFor(ports, email, now);
    const code = { email, network, digits, now, expiresAt };
    const sent = { mailId: ids.next('eml'), language: language ?? LANGUAGES[0] };
    if (mail.hasServer) await queue(ports, code, sent);
    else await signIn.sendCode({ ...sent, email, code: await signInCodes.issue(code) });
    return { email };
  },
});

// A code whose job was not stored got no response either, so its owner requests another one.
async function queue(
  { jobs, signInCodes }: { jobs: Jobs; signInCodes: SignInCodes },
  code: NewSignInCode,
  mail: QueuedSignInMail,
): Promise<void> {
  const { id: codeId, group } = await signInCodes.queue(code, mail);
  await jobs.add('send-sign-in-code', { codeId }, { key: codeId, group });
}

/** Codes are longer when many were not used, as happens when somebody guesses; so guessing is bounded without locking the account. */
async function digitsFor(
  { signInCodes }: { signInCodes: SignInCodes },
  email: string,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_WITHIN_MS);
  const isGuessedAt = (await signInCodes.countUnused(email, since)) >= UNUSED_SHORT_CODES;
  return isGuessedAt ? LONG_CODE_DIGITS : SHORT_CODE_DIGITS;
}
