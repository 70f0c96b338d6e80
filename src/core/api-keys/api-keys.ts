import { z } from 'zod';
import { emailAddress } from '../email.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf } from './account-of.ts';

/** All keys of an account, newest first, revoked ones included. */
export const apiKeys = defineUseCase({
  permission: 'api-keys',
  input: z.object({ account: emailAddress.nullish() }),

  async execute(ports, caller, { account }) {
    const owner = await accountOf(ports, caller, account, ports.clock.now());
    return ports.apiKeys.listOf(owner.id);
  },
});
