import { z } from 'zod';
import { record } from '../audit/record.ts';
import { isProviderScope } from '../callers.ts';
import { emailAddress } from '../email.ts';
import { optionalText } from '../text.ts';
import { providerId } from '../providers/provider-reference.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf } from './account-of.ts';
import { apiKeyScopes, type ApiKey, type IssuedApiKey } from './api-key.ts';
import { requireMembership } from './require-membership.ts';

/** Creates an API key and shows its secret once; the operator names the account it is for (interface 5.1). */
export const createApiKey = defineUseCase({
  permission: 'api-keys',
  input: z
    .object({
      name: optionalText(80, 'API key'),
      scopes: apiKeyScopes,
      account: emailAddress.nullish(),
      provider: providerId.nullish(),
    })
    .refine(({ scopes, provider }) => provider != null || !scopes.some(isProviderScope), {
      path: ['provider'],
      message: 'is required for provider scopes: send the id of the provider.',
    }),

  execute(ports, caller, { name, scopes, account, provider = null }): Promise<IssuedApiKey> {
    const now = ports.clock.now();
    const { secret, hash, start, end } = ports.credentials.issueApiKey();
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      if (provider !== null) await requireMembership(stores, caller, provider, owner.id);
      const apiKey: ApiKey = {
        id: ports.ids.next('key'),
        accountId: owner.id,
        providerId: provider,
        signer: null,
        name,
        start,
        end,
        scopes,
        createdAt: now,
        lastUsedAt: null,
        rotatedAt: null,
        revokedAt: null,
      };
      await stores.apiKeys.add(apiKey, owner.publisherId, hash);
      await record(ports, stores, caller, 'createApiKey', apiKey.id, {
        scopes,
        ...(provider && { provider }),
      });
      return { apiKey, secret };
    });
  },
});
