import { z } from 'zod';
import { ANONYMOUS } from '../access/callers.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { AccountMailStore } from '../account-mails/account-mail-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { DeviceStore } from '../accounts/devices/device.ts';
import { openAccountSession } from '../accounts/open-account-session.ts';
import type { SignIn } from '../accounts/sessions.ts';
import { record, type Audited } from '../audit/record.ts';
import type { Mail } from '../mail.ts';
import { defineUseCase } from '../use-case.ts';
import { readerLanguage } from '../values/reader-language.ts';
import { presentedCredential } from './credentials.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';
import { challengeInvalid, passkeyReversed, passkeyUnknown } from './passkey-errors.ts';
import type { PasskeyStore } from './passkey-store.ts';

/**
 * Opens a session with a passkey of the account, as a one-time code does. Attempts are limited by client network, like requests of
 * codes. A challenge works once; one that no passkey has signed is not stored.
 */
export const signInWithPasskey = defineUseCase({
  permission: 'public',
  input: z.object({
    credential: presentedCredential,
    /** The language of later mails to the account; null leaves it. */
    language: readerLanguage,
    /** The client network and the headers of the request; the API sets them, not the caller. */
    network: z.string(),
    headers: z.instanceof(Headers),
  }),

  async execute(
    ports: {
      mail: Mail;
      passkeyCeremonies: PasskeyCeremonies;
      passkeys: PasskeyStore;
      rateLimits: RateLimits;
      signIn: SignIn;
    } & Audited<{
      accountMails: AccountMailStore;
      accounts: AccountStore;
      devices: DeviceStore;
      passkeys: PasskeyStore;
    }>,
    _caller,
    { credential, language, network, headers },
  ) {
    requireAllowance(await ports.rateLimits.consume('passkey-sign-in-by-network', network));
    const passkey = await ports.passkeys.findPresented(credential.id);
    if (passkey === undefined) throw passkeyUnknown();
    const now = ports.clock.now();
    const { challenge, ...use } = await ports.passkeyCeremonies.verifySignIn(passkey, credential, now);
    const opened = await ports.transaction(async (stores) => {
      if (!(await stores.passkeys.useChallenge(challenge))) throw challengeInvalid('UNAUTHENTICATED');
      const account = await stores.accounts.find(passkey.accountId);
      const noted = await stores.passkeys.noteUse(passkey.id, use, now);
      if (account === undefined || noted === 'removed') throw passkeyUnknown();
      if (noted === 'reversed') {
        // The owner finds the refusal in the audit log.
        const facts = { account: account.id, name: passkey.name };
        await record(ports, stores, ANONYMOUS, 'refusePasskey', passkey.id, facts);
        return undefined;
      }
      return openAccountSession(ports, stores, { account, now, network, language, headers, passkey });
    });
    if (opened === undefined) throw passkeyReversed();
    return opened;
  },
});
