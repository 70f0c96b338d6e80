import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { AccountStore } from './account-store.ts';

/** The signed-in account. */
export const viewer = defineUseCase({
  permission: 'account',
  input: z.object({}),

  execute: ({ accounts }: { accounts: AccountStore }, { accountId }) => accounts.find(accountId),
});
