import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { PasskeyStore } from './passkey-store.ts';

/** The passkeys of the account, the oldest first. */
export const accountPasskeys = defineUseCase({
  permission: 'account',
  input: z.object({}),

  execute: ({ passkeys }: { passkeys: PasskeyStore }, { accountId }) => passkeys.list(accountId),
});
