import { z } from 'zod';
import type { Audited } from '../audit/record.ts';
import { emailAddress } from '../values/email.ts';
import { DomainError } from '../errors.ts';
import type { Mail } from '../mail.ts';
import { defineUseCase } from '../use-case.ts';
import { readerLanguage } from '../values/reader-language.ts';
import type { AccountMailStore } from '../account-mails/account-mail-store.ts';
import type { DeviceStore } from './devices/device.ts';
import { openAccountSession } from './open-account-session.ts';
import { addressRefused, LONG_CODE_DIGITS, SHORT_CODE_DIGITS, WRONG_CODES } from './sign-in-code-rules.ts';
import type { AccountStore } from './account-store.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { SignIn } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

const CODE = new RegExp(`^(?:\\d{${SHORT_CODE_DIGITS}}|\\d{${LONG_CODE_DIGITS}})$`);

/**
 * Opens a session with a one-time code; the first sign-in creates the account. A network other than the one that
 * requested the code may use it too, with fewer attempts. The account hears by e-mail of a device that is new to it.
 */
export const signIn = defineUseCase({
  permission: 'public',
  input: z.object({
    email: emailAddress,
    code: z
      .string('is required.')
      .trim()
      .regex(CODE, `must be the digits of the e-mail: ${SHORT_CODE_DIGITS}, or ${LONG_CODE_DIGITS}.`),
    /** The language of later mails to the account; null leaves it. */
    language: readerLanguage,
    /** The client network that presents the code; the API sets it, not the caller. */
    network: z.string(),
    /** The headers of the request, with its User-Agent and the cookie of its device; the API sets them, not the caller. */
    headers: z.instanceof(Headers),
  }),

  async execute(
    ports: { mail: Mail; rateLimits: RateLimits; signIn: SignIn; signInCodes: SignInCodes } & Audited<{
      accountMails: AccountMailStore;
      accounts: AccountStore;
      devices: DeviceStore;
    }>,
    _caller,
    { email, code, language, network, headers },
  ) {
    const { signInCodes, rateLimits, clock } = ports;
    const now = clock.now();
    const elsewhere = await rateLimits.consume('sign-in-elsewhere', network, email);
    const attemptLimits = { ...WRONG_CODES, ...(elsewhere?.exceeded && { elsewhere: 0 }) };
    const opened = await ports.transaction(async (stores) => {
      // Attempts with a wrong code are stored, too.
      if (!(await signInCodes.redeem({ email, network, code, now, attemptLimits }))) return undefined;
      const account = await stores.accounts.findOrCreate(email, now);
      return openAccountSession(ports, stores, { account, network, language, headers, now });
    });
    if (opened) return opened;
    if (await signInCodes.wasRefused({ email, network }, now)) throw addressRefused();
    throw new DomainError('UNAUTHENTICATED', 'The code is wrong or too old: request a new one.', {
      reason: 'CODE_INVALID',
    });
  },
});
