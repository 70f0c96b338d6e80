import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';

/** The signed-in account. */
export const viewer = defineUseCase({
  permission: 'account',
  input: z.object({}),

  execute: ({ accounts }, { accountId }) => accounts.find(accountId),
});
