import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { Uses } from '../ports.ts';

/** The signed-in account. */
export const viewer = defineUseCase({
  permission: 'account',
  input: z.object({}),

  execute: ({ accounts }: Uses<'accounts'>, { accountId }) => accounts.find(accountId),
});
