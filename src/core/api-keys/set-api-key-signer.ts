import { record, type Audited } from '../audit/record.ts';
import { invalidPayload } from '../errors.ts';
import { requireSigner } from '../providers/signer-reference.ts';
import { defineUseCase } from '../use-case.ts';
import { requireAddress, walletAddress } from '../values/wallet-address.ts';
import { accountOf, apiKeyReference, noLiveKey } from './account-of.ts';
import type { ApiKey } from './api-key.ts';
import { requireMembership } from './require-membership.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { Digests } from '../values/digests.ts';
import type { ProviderStore } from '../providers/provider-store.ts';

/** Sets the signer of a live key, null for the provider's default; it applies from the next request on. */
export const setApiKeySigner = defineUseCase({
  permission: 'api-keys',
  input: apiKeyReference.extend({ signer: walletAddress().nullish() }),

  execute(
    ports: { digests: Digests } & Audited<{
      accounts: AccountStore;
      apiKeys: ApiKeyStore;
      providers: ProviderStore;
    }>,
    caller,
    { id, account, signer: requestedSigner },
  ): Promise<ApiKey> {
    const signer = requestedSigner == null ? null : requireAddress(ports, requestedSigner, 'signer');
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, ports.clock.now());
      const key = await stores.apiKeys.findLive(owner.id, id);
      if (key === undefined) throw noLiveKey();
      if (key.providerId === null) throw noProviderKey();
      await stores.providers.findLocked(key.providerId);
      await requireMembership(stores, caller, key.providerId, owner.id);
      if (signer !== null) await requireSigner(stores, key.providerId, signer);
      if (signer === key.signer) return key;
      const changed = await stores.apiKeys.setSigner(owner.id, id, signer);
      if (changed === undefined) throw noLiveKey();
      await record(ports, stores, caller, 'setApiKeySigner', id, {
        account: owner.id,
        signer: signer ?? 'default',
      });
      return changed;
    });
  },
});

function noProviderKey() {
  return invalidPayload([{ path: ['signer'], message: 'needs a key that acts for a provider.' }]);
}
