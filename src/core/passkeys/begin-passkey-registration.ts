import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { defineUseCase } from '../use-case.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';
import { MAX_PASSKEYS, type PasskeyStore } from './passkey-store.ts';
import { tooManyPasskeys } from './register-passkey.ts';

/** The options by which a browser makes a passkey for the account. */
export const beginPasskeyRegistration = defineUseCase({
  permission: 'account',
  input: z.object({}),

  async execute(
    {
      clock,
      passkeyCeremonies,
      passkeys,
    }: { clock: Clock; passkeyCeremonies: PasskeyCeremonies; passkeys: PasskeyStore },
    { accountId, email },
  ) {
    const existing = await passkeys.list(accountId);
    if (existing.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const handle = await passkeys.keepHandle(accountId, passkeyCeremonies.newHandle());
    return passkeyCeremonies.beginRegistration({ accountId, email, handle, existing }, clock.now());
  },
});
