import { z } from 'zod';
import type { AccountCaller } from '../access/callers.ts';
import { record, type Audited } from '../audit/record.ts';
import { emailAddress } from '../values/email.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { describeClient } from './describe-client.ts';
import { addressRefused, LONG_CODE_DIGITS, SHORT_CODE_DIGITS, WRONG_CODES } from './sign-in-code-rules.ts';
import type { AccountStore } from './account-store.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { SignIn } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

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
    /** The User-Agent header of the request; the API sets it, not the caller. */
    userAgent: z.string().nullable(),
  }),

  async execute(
    ports: { rateLimits: RateLimits; signIn: SignIn; signInCodes: SignInCodes } & Audited<{
      accounts: AccountStore;
    }>,
    _caller,
    { email, code, network, userAgent },
  ) {
    const { signIn, signInCodes, rateLimits, clock } = ports;
    const now = clock.now();
    const elsewhere = await rateLimits.consume('sign-in-elsewhere', network, email);
    const attemptLimits = { ...WRONG_CODES, ...(elsewhere?.exceeded && { elsewhere: 0 }) };
    const opened = await ports.transaction(async (stores) => {
      // Attempts with a wrong code are stored, too.
      if (!(await signInCodes.redeem({ email, network, code, now, attemptLimits }))) return undefined;
      const account = await stores.accounts.findOrCreate(email, now);
      const client = describeClient(userAgent);
      const session = await signIn.open(account.id, { client, network });
      const caller: AccountCaller = {
        kind: 'account',
        accountId: account.id,
        email,
        publisherId: account.publisherId,
        namespace: `account:${account.id}`,
        sessionId: session.id,
      };
      await record(ports, stores, caller, 'signIn', session.id, client === null ? {} : { client });
      return { ...session, account };
    });
    if (opened) return opened;
    if (await signInCodes.wasRefused({ email, network }, now)) throw addressRefused();
    throw new DomainError('UNAUTHENTICATED', 'The code is wrong or too old: request a new one.', {
      reason: 'CODE_INVALID',
    });
  },
});
