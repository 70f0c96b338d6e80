import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import { pageArguments, readPage } from '../values/paging.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf } from './account-of.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { Clock } from '../clock.ts';

/** The order's name in the cursors of API keys. */
export const API_KEYS_ORDER = 'API_KEYS';

/** The keys of an account, newest first, revoked ones included. */
export const apiKeys = defineUseCase({
  permission: 'api-keys',
  input: z.object({ account: emailAddress.nullish(), ...pageArguments }),

  async execute(
    ports: { accounts: AccountStore; apiKeys: ApiKeyStore; clock: Clock },
    caller,
    { account, ...raw },
  ) {
    const page = readPage(raw, API_KEYS_ORDER);
    const owner = await accountOf(ports, caller, account, ports.clock.now());
    return ports.apiKeys.pageOf(owner.id, page);
  },
});
