import { z } from 'zod';
import { requiredText } from '../values/text.ts';
import { defineUseCase } from '../use-case.ts';
import type { ApiKey } from './api-key.ts';
import type { ApiKeyStore } from './api-key-store.ts';

/** A live key of the caller's account by its id; undefined when the account has none, and for the operator, who has no keys. */
export const findApiKey = defineUseCase({
  permission: 'api-keys',
  input: z.object({ id: requiredText(64) }),

  async execute({ apiKeys }: { apiKeys: ApiKeyStore }, caller, { id }): Promise<ApiKey | undefined> {
    return caller.kind === 'account' ? apiKeys.findLive(caller.accountId, id) : undefined;
  },
});
