import { record, type Audited } from '../audit/record.ts';
import { defineUseCase } from '../use-case.ts';
import { accountOf, apiKeyReference, noLiveKey } from './account-of.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';

/** Revokes a live key at once; its listings stay with the account (interface 5.1). */
export const revokeApiKey = defineUseCase({
  permission: 'api-keys',
  input: apiKeyReference,

  execute(ports: Audited<{ accounts: AccountStore; apiKeys: ApiKeyStore }>, caller, { id, account }) {
    const now = ports.clock.now();
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      const revoked = await stores.apiKeys.revoke(owner.id, id, now);
      if (revoked === undefined) throw noLiveKey();
      await record(ports, stores, caller, 'revokeApiKey', id, { account: owner.id });
      return revoked;
    });
  },
});
